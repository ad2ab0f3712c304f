// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/shape.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/analysis/address.h"
#include "compiler/analysis/modular_affine.h"
#include "compiler/analysis/piecewise_affine.h"
#include "compiler/analysis/private_arrays.h"
#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

/// Computes shapes by optimistic dataflow: a value that was not reached yet has no shape, and phis
/// join the shapes of the others.
class Shapes::Solver {
 public:
  Solver(Function& kernel, const Lanes& lanes, DenseMap<const Value*, Shape>& shapes)
      : layout_(kernel.getParent()->getDataLayout()), lanes_(lanes), shapes_(shapes) {
    ReversePostOrderTraversal<Function*> order(&kernel);
    bool changed = true;
    while (changed) {
      changed = false;
      for (BasicBlock* block : order) {
        for (Instruction& instruction : *block) {
          if (!instruction.getType()->isVoidTy()) changed |= update(instruction);
        }
      }
    }
    for (const Value* pointer : modular_pointers(shapes_))
      shapes_[pointer].kind = Shape::Kind::Affine;
  }

 private:
  std::optional<Shape> known(const Value* value) const {
    if (!isa<Instruction>(value)) return Shape::uniform();
    auto found = shapes_.find(value);
    return found == shapes_.end() ? std::nullopt : std::optional(found->second);
  }
  Shape of(const Value* value) const { return known(value).value_or(Shape::uniform()); }

  bool update(Instruction& instruction) {
    const auto* phi = dyn_cast<PHINode>(&instruction);
    std::optional<Shape> shape = phi ? join(*phi) : std::optional(transfer(instruction));
    if (!shape) return false;
    if (shape->is_varying() && !phi) shape = nearly_affine(instruction, *shape);
    auto [entry, is_new] = shapes_.try_emplace(&instruction, *shape);
    if (!is_new && entry->second == *shape) return false;
    entry->second = *shape;
    return true;
  }

  /// Returns the shape of a varying value that may be piecewise affine, or affine modulo 2^32.
  Shape nearly_affine(const Instruction& instruction, const Shape& varying) const {
    const auto shape_of = [&](const Value* value) { return of(value); };
    Shape shape = piecewise_shape(instruction, lanes_.small_objects, shape_of);
    shape.rows = varying.rows;
    shape.interleaved = varying.interleaved;
    if (!lanes_.small_objects) return shape;
    const auto stride = modular_stride(instruction, layout_, shape_of);
    if (!stride) return shape;
    if (!shape.is_piecewise() || shape.stride != *stride) {
      shape = Shape::affine_modulo(*stride, varying.rows);
      shape.interleaved = varying.interleaved;
    }
    shape.is_modular = true;
    return shape;
  }

  static Shape join(const Shape& a, const Shape& b) {
    const bool rows = a.rows || b.rows, is_same = a.stride == b.stride;
    if (is_same && a.has_base() && b.has_base())
      return Shape::affine(a.stride, rows, a.is_signed && b.is_signed,
                           a.is_unsigned && b.is_unsigned);
    return is_same && a.has_modular_stride() && b.has_modular_stride()
               ? Shape::affine_modulo(a.stride, rows)
               : Shape::varying(rows);
  }

  std::optional<Shape> join(const PHINode& phi) {
    std::optional<Shape> result;
    for (const Value* value : phi.incoming_values()) {
      if (isa<UndefValue>(value)) continue;  // also poison
      std::optional<Shape> fact = known(value);
      if (!fact) continue;
      result = join(result.value_or(*fact), *fact);
    }
    if (!result &&
        all_of(phi.incoming_values(), [](const Use& use) { return isa<UndefValue>(use); }))
      return Shape::uniform();
    // Shapes only descend the lattice, so that the iteration ends.
    if (auto before = shapes_.find(&phi); result && before != shapes_.end())
      result = join(*result, before->second);
    return result;
  }

  /// Returns the shape of a result that is uniform if the operands are.
  Shape by_operands(const Instruction& instruction) const {
    bool is_uniform = true, rows = false;
    for (const Value* operand : instruction.operand_values()) {
      Shape fact = of(operand);
      is_uniform &= fact.is_uniform();
      rows |= fact.rows;
    }
    return is_uniform ? Shape::uniform(rows) : Shape::varying(rows);
  }

  Shape transfer(Instruction& instruction) {
    if (auto* call = dyn_cast<CallBase>(&instruction)) return of_call(*call);
    if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) return of_alloca(*alloca);
    if (auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) return of_gep(*gep);
    if (auto* select = dyn_cast<SelectInst>(&instruction)) return of_select(*select);
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      Shape pointer = of(load->getPointerOperand());
      if (!load->isSimple()) return Shape::varying(true);
      return pointer.is_uniform() ? Shape::uniform(pointer.rows) : Shape::varying(pointer.rows);
    }
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) return Shape::varying(true);
    Shape operands = by_operands(instruction);
    if (operands.is_uniform() || instruction.getType()->isAggregateType()) return operands;
    if (isa<CastInst>(instruction)) return of_cast(cast<CastInst>(instruction), operands);
    if (isa<BinaryOperator>(instruction))
      return of_binary(cast<BinaryOperator>(instruction), operands);
    if (isa<FreezeInst>(instruction)) return of(instruction.getOperand(0));
    return operands;
  }

  Shape of_call(const CallBase& call) {
    switch (called_internal(call)) {
      case Internal::LocalId:
      case Internal::GlobalId:
        if (dimension(call) == lanes_.dimension) return Shape::affine(1);
        return Shape::uniform(lanes_.rows > 1 && dimension(call) == lanes_.row_dimension);
      case Internal::LaneMask:
        return Shape::varying();
      case Internal::LaneId:
        return Shape::affine(1);
      case Internal::LanesScan:
      case Internal::LanesShift:
      case Internal::LanesShuffle:
      case Internal::LanesFill:
        return Shape::varying(true);
      case Internal::LanesReduce:
      case Internal::LanesBroadcast:
      case Internal::LanesBallot:
        return Shape::uniform(lanes_.rows > 1);
      case Internal::Any:
      case Internal::All:
        return Shape::uniform();
      case Internal::None:
        break;
      default:
        return by_operands(call);
    }
    if (!call.doesNotAccessMemory()) return Shape::varying(true);
    return by_operands(call);
  }

  Shape of_alloca(const AllocaInst& alloca) {
    uint64_t element = interleaved_element_size(alloca);
    uint64_t size = alloca.getAllocationSize(layout_)->getFixedValue();
    // Each row has an array of its own, as each lane has.
    Shape shape =
        Shape::affine(element != 0 ? element : private_stride(alloca, size), lanes_.rows > 1);
    if (element != 0) shape.interleaved = &alloca;
    return shape;
  }

  Shape of_gep(const GetElementPtrInst& gep) {
    const Address address(cast<GEPOperator>(gep), layout_);
    Shape base = of(address.base);
    int64_t scale = base.interleaved ? lanes_.width : 1;
    bool rows = base.rows, is_affine = base.has_base();
    int64_t stride = base.stride;
    for (const AddressTerm& term : address.terms) {
      Shape index = of(term.index);
      rows |= index.rows;
      if (index.is_uniform()) continue;
      is_affine &= index.is_affine() && (!term.is_narrow() || index.is_signed);
      stride += index.stride * static_cast<int64_t>(term.scale) * scale;
    }
    Shape shape = is_affine ? Shape::affine(stride, rows) : Shape::varying(rows);
    shape.interleaved = base.interleaved;
    return shape;
  }

  Shape of_select(const SelectInst& select) {
    Shape condition = of(select.getCondition());
    Shape values = join(of(select.getTrueValue()), of(select.getFalseValue()));
    if (isa<UndefValue>(select.getTrueValue())) values = of(select.getFalseValue());
    if (isa<UndefValue>(select.getFalseValue())) values = of(select.getTrueValue());
    bool rows = condition.rows || values.rows;
    if (!condition.is_uniform()) return Shape::varying(rows);
    values.rows = rows;
    return values;
  }

  Shape of_cast(const CastInst& cast, const Shape& operands) {
    Shape value = of(cast.getOperand(0));
    if (value.is_modular && isa<TruncInst>(cast) && cast.getType()->getScalarSizeInBits() <= 32) {
      const int64_t step = SignExtend64(value.stride, cast.getType()->getScalarSizeInBits());
      return Shape::affine(step, value.rows, false, false);
    }
    if (!value.is_affine()) return operands;
    unsigned bits = cast.getType()->getScalarSizeInBits();
    unsigned from = cast.getSrcTy()->getScalarSizeInBits();
    switch (cast.getOpcode()) {
      case Instruction::Trunc: {
        const auto& trunc = llvm::cast<TruncInst>(cast);
        int64_t stride = SignExtend64(value.stride, bits);
        KnownBits known = computeKnownBits(cast.getOperand(0), layout_);
        bool fits_unsigned = known.countMinLeadingZeros() >= from - bits;
        bool fits_signed = known.countMinSignBits() > from - bits;
        return Shape::affine(stride, value.rows,
                             value.is_signed && (trunc.hasNoSignedWrap() || fits_signed),
                             value.is_unsigned && (trunc.hasNoUnsignedWrap() || fits_unsigned));
      }
      case Instruction::SExt: {
        bool positive = isKnownNonNegative(cast.getOperand(0), SimplifyQuery(layout_));
        if (value.is_signed) return Shape::affine(value.stride, value.rows, true, positive);
        return operands;
      }
      case Instruction::ZExt: {
        bool same = llvm::cast<ZExtInst>(cast).hasNonNeg() && value.is_signed;
        if (value.is_unsigned || same) return Shape::affine(value.stride, value.rows);
        return operands;
      }
      case Instruction::PtrToInt:
      case Instruction::IntToPtr:
        return bits == 64 || from == 64 ? value : operands;
      default:
        return operands;
    }
  }

  Shape of_binary(const BinaryOperator& op, const Shape& operands) {
    Shape a = of(op.getOperand(0)), b = of(op.getOperand(1));
    if (a.is_modular && drops_high_word(op)) {
      const auto step = static_cast<uint64_t>(a.stride);
      const uint64_t count = cast<ConstantInt>(op.getOperand(1))->getZExtValue();
      return Shape::affine(static_cast<int64_t>(step << count), a.rows, false, false);
    }
    if (!op.getType()->isIntegerTy() || !a.has_base() || !b.has_base()) return operands;
    unsigned bits = op.getType()->getIntegerBitWidth();
    if (bits > 64) return operands;
    bool rows = operands.rows;
    bool s = a.is_signed && b.is_signed, u = a.is_unsigned && b.is_unsigned;
    auto result = [&](int64_t stride, bool keeps_signed, bool keeps_unsigned) {
      return Shape::affine(SignExtend64(stride, bits), rows, s && keeps_signed,
                           u && keeps_unsigned);
    };
    auto wraps = [&] {
      const auto& flags = cast<OverflowingBinaryOperator>(op);
      return std::pair(flags.hasNoSignedWrap(), flags.hasNoUnsignedWrap());
    };
    auto times = [&](int64_t factor) {
      auto [keeps_signed, keeps_unsigned] = wraps();
      return result(
          static_cast<int64_t>(static_cast<uint64_t>(a.stride) * static_cast<uint64_t>(factor)),
          keeps_signed, keeps_unsigned);
    };
    switch (op.getOpcode()) {
      case Instruction::Add: {
        auto [keeps_signed, keeps_unsigned] = wraps();
        return result(a.stride + b.stride, keeps_signed, keeps_unsigned);
      }
      case Instruction::Sub: {
        auto [keeps_signed, keeps_unsigned] = wraps();
        return result(a.stride - b.stride, keeps_signed, keeps_unsigned);
      }
      case Instruction::Or:
        if (!cast<PossiblyDisjointInst>(op).isDisjoint()) return operands;
        return result(a.stride + b.stride, true, true);
      case Instruction::Xor:  // ~x is -1 - x
        if (PatternMatch::match(op.getOperand(1), PatternMatch::m_AllOnes()))
          return result(-a.stride, true, false);
        return operands;
      case Instruction::Mul:
        if (const auto* factor = dyn_cast<ConstantInt>(op.getOperand(1)))
          return times(factor->getSExtValue());
        return operands;
      case Instruction::Shl:
        if (const auto* count = dyn_cast<ConstantInt>(op.getOperand(1));
            count && count->getValue().ult(63))
          return times(int64_t{1} << count->getZExtValue());
        return operands;
      default:
        return operands;
    }
  }

  const DataLayout& layout_;
  const Lanes& lanes_;
  DenseMap<const Value*, Shape>& shapes_;
};

Shapes::Shapes(Function& kernel, const Lanes& lanes) {
  Solver(kernel, lanes, shapes_);
  const auto shape_of = [&](const Value* value) { return of(value); };
  for (auto& [value, shape] : shapes_) {
    auto& instruction = cast<Instruction>(*const_cast<Value*>(value));
    if (auto found = shape.is_piecewise() ? breakpoints_of(instruction, shape_of) : std::nullopt) {
      breakpoints_.push_back(std::make_unique<const Breakpoints>(std::move(*found)));
      shape.breakpoints = breakpoints_.back().get();
    }
    auto* pointer = dyn_cast<GetElementPtrInst>(&instruction);
    if (!pointer || !shape.is_varying() || shape.interleaved) continue;
    if (auto found = exchange_of(*pointer, shape_of)) {
      exchanges_.push_back(std::make_unique<const Exchange>(std::move(*found)));
      shape.exchange = exchanges_.back().get();
      if (shape.kind == Shape::Kind::Varying) shape.kind = Shape::Kind::Exchange;
    }
  }
}

Shape Shapes::of(const Value* value) const {
  auto found = shapes_.find(value);
  return found == shapes_.end() ? Shape::uniform() : found->second;
}

bool Shapes::extends_signed(const CastInst& extension) const {
  const Shape from = of(extension.getOperand(0));
  return isa<SExtInst>(extension) ||
         (cast<ZExtInst>(extension).hasNonNeg() && from.is_signed && !from.is_unsigned);
}

static void print_breakpoints(raw_ostream& out, const Breakpoints& breakpoints) {
  constexpr const char* kNames[] = {"clamp", "mask", "union", "period", "quotient", "side"};
  for (const Breakpoint& each : breakpoints) {
    out << ", " << kNames[static_cast<unsigned>(each.kind)] << " ";
    each.value->printAsOperand(out, /*PrintType=*/false);
  }
}

void Shapes::print(raw_ostream& out, const Function& kernel) const {
  for (const Instruction& each : instructions(kernel)) {
    if (each.getType()->isVoidTy()) continue;
    const Shape shape = of(&each);
    out << each << "\n    ; ";
    constexpr const char* kNames[] = {"uniform",          "affine",   "affine modulo 2^32",
                                      "piecewise affine", "exchange", "varying"};
    out << kNames[static_cast<unsigned>(shape.kind)];
    if (shape.is_modular && shape.is_affine()) out << " where it is accessed";
    if (shape.is_modular && shape.is_piecewise()) out << " modulo 2^32";
    if (shape.is_affine() || shape.is_modular || shape.is_piecewise())
      out << ", stride " << shape.stride;
    if (shape.breakpoints) print_breakpoints(out, *shape.breakpoints);
    if (shape.exchange) {
      out << ", partners by ";
      shape.exchange->core->printAsOperand(out, /*PrintType=*/false);
    }
    if (shape.rows) out << ", differs between rows";
    if (shape.interleaved == &each) out << ", elements of " << shape.stride << " bytes interleaved";
    out << "\n";
  }
}

const Shapes& LaneShapes::at(const Lanes& lanes) {
  const auto is_same = [&](const Known& known) {
    const Lanes& other = known.lanes;
    return other.dimension == lanes.dimension && other.width == lanes.width &&
           other.rows == lanes.rows && other.row_dimension == lanes.row_dimension &&
           other.small_objects == lanes.small_objects;
  };
  const auto found = find_if(known_, is_same);
  if (found != known_.end()) return *found->shapes;
  known_.push_back({lanes, std::make_unique<Shapes>(*kernel_, lanes)});
  return *known_.back().shapes;
}

AnalysisKey LaneShapesAnalysis::Key;

LaneShapes LaneShapesAnalysis::run(Function& kernel, FunctionAnalysisManager& /*analyses*/) {
  return LaneShapes(kernel);
}

bool is_contiguous_volatile(const Instruction& access, const Shapes& shapes) {
  Type* type = getLoadStoreType(&access);
  const Shape shape = shapes.of(getLoadStorePointerOperand(&access));
  const bool is_number = type->isIntegerTy() || type->isFloatTy() || type->isDoubleTy();
  return access.isVolatile() && is_number && !type->isIntegerTy(1) && shape.is_affine() &&
         shape.stride * 8 == type->getScalarSizeInBits() &&
         (isa<StoreInst>(access) || !access.use_empty());
}

}  // namespace heddle::compiler
