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
  Solver(Function& kernel, const Lanes& lanes, Shapes& shapes)
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
    settle_modular();
    for (const auto& [value, fact] : facts_) {
      if (fact.piecewise.varies()) shapes_.piecewise_[value] = fact.piecewise.step;
      if (const auto* extension = dyn_cast<ZExtInst>(value); extension && extension->hasNonNeg()) {
        const Fact from = of(extension->getOperand(0));
        if (from.affine_signed && !from.affine_unsigned) shapes_.signed_.insert(extension);
      }
    }
  }

 private:
  /// A shape, and whether extension keeps it: whether the lanes' values, as signed or as unsigned
  /// numbers, are affine without a wrap.
  struct Fact {
    Shape shape;
    bool affine_signed = true;
    bool affine_unsigned = true;
    std::optional<int64_t> modular{};  ///< the modular_step of a varying value
    PiecewiseStride piecewise{};       ///< the piecewise stride of a varying value
    bool operator==(const Fact&) const = default;
  };

  static Fact varying(bool rows) { return {{Shape::Kind::Varying, rows, 0}, false, false, {}}; }
  static Fact uniform(bool rows) { return {{Shape::Kind::Uniform, rows, 0}, true, true, {}}; }
  static Fact affine(int64_t stride, bool rows, bool is_signed, bool is_unsigned) {
    if (stride == 0) return uniform(rows);
    return {{Shape::Kind::Affine, rows, stride}, is_signed, is_unsigned, {}};
  }
  static std::optional<LaneStep> step_of(const Fact& fact) {
    if (fact.shape.has_base()) return LaneStep{true, fact.shape.stride};
    return fact.modular ? std::optional(LaneStep{false, *fact.modular}) : std::nullopt;
  }

  std::optional<Fact> known(const Value* value) const {
    if (!isa<Instruction>(value)) return uniform(false);
    auto found = facts_.find(value);
    if (found == facts_.end()) return std::nullopt;
    return found->second;
  }
  Fact of(const Value* value) const { return known(value).value_or(uniform(false)); }

  bool update(Instruction& instruction) {
    std::optional<Fact> fact = isa<PHINode>(instruction) ? join(cast<PHINode>(instruction))
                                                         : std::optional(transfer(instruction));
    if (!fact) return false;
    if (fact->shape.is_varying())
      fact->piecewise =
          piecewise_stride_of(instruction, lanes_.small_objects, [&](const Value* value) {
            const Fact operand = of(value);
            return operand.shape.has_base()
                       ? PiecewiseStride{operand.shape.stride, operand.affine_signed,
                                         operand.affine_unsigned}
                       : operand.piecewise;
          });
    if (lanes_.small_objects && fact->shape.is_varying() && !isa<PHINode>(instruction))
      fact->modular = modular_step(instruction, layout_, [&](const Value* value) {
        return shapes_.interleaved_base(value) ? std::nullopt : step_of(of(value));
      });
    auto [entry, is_new] = facts_.try_emplace(&instruction, *fact);
    if (!is_new && entry->second == *fact) return false;
    entry->second = *fact;
    shapes_.shapes_[&instruction] = fact->shape;
    return true;
  }

  static Fact join(const Fact& a, const Fact& b) {
    bool rows = a.shape.rows || b.shape.rows;
    if (a.shape.kind != b.shape.kind || a.shape.stride != b.shape.stride) {
      Fact result = varying(rows);
      const auto x = step_of(a), y = step_of(b);
      if (x && y && x->step == y->step && (a.modular || b.modular)) result.modular = x->step;
      return result;
    }
    return {{a.shape.kind, rows, a.shape.stride},
            a.affine_signed && b.affine_signed,
            a.affine_unsigned && b.affine_unsigned,
            a.modular == b.modular ? a.modular : std::nullopt};
  }

  std::optional<Fact> join(const PHINode& phi) {
    std::optional<Fact> result;
    for (const Value* value : phi.incoming_values()) {
      if (isa<UndefValue>(value)) continue;  // also poison
      std::optional<Fact> fact = known(value);
      if (!fact) continue;
      result = result ? join(*result, *fact) : *fact;
    }
    if (!result &&
        all_of(phi.incoming_values(), [](const Use& use) { return isa<UndefValue>(use); }))
      return uniform(false);
    // Shapes only descend the lattice, so that the iteration ends.
    if (auto before = facts_.find(&phi); result && before != facts_.end())
      result = join(*result, before->second);
    return result;
  }

  /// Returns the shape of a result that is uniform if the operands are.
  Fact by_operands(const Instruction& instruction) const {
    bool is_uniform = true, rows = false;
    for (const Value* operand : instruction.operand_values()) {
      Fact fact = of(operand);
      is_uniform &= fact.shape.is_uniform();
      rows |= fact.shape.rows;
    }
    return is_uniform ? uniform(rows) : varying(rows);
  }

  Fact transfer(Instruction& instruction) {
    if (auto* call = dyn_cast<CallBase>(&instruction)) return of_call(*call);
    if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) return of_alloca(*alloca);
    if (auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) return of_gep(*gep);
    if (auto* select = dyn_cast<SelectInst>(&instruction)) return of_select(*select);
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      Fact pointer = of(load->getPointerOperand());
      if (!load->isSimple()) return varying(true);
      return pointer.shape.is_uniform() ? uniform(pointer.shape.rows) : varying(pointer.shape.rows);
    }
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) return varying(true);
    Fact operands = by_operands(instruction);
    if (operands.shape.is_uniform() || instruction.getType()->isAggregateType()) return operands;
    if (isa<CastInst>(instruction)) return of_cast(cast<CastInst>(instruction), operands);
    if (isa<BinaryOperator>(instruction))
      return of_binary(cast<BinaryOperator>(instruction), operands);
    if (isa<FreezeInst>(instruction)) return of(instruction.getOperand(0));
    return operands;
  }

  Fact of_call(const CallBase& call) {
    switch (called_internal(call)) {
      case Internal::LocalId:
      case Internal::GlobalId:
        if (dimension(call) == lanes_.dimension) return affine(1, false, true, true);
        return uniform(lanes_.rows > 1 && dimension(call) == lanes_.row_dimension);
      case Internal::LaneMask:
        return varying(false);
      case Internal::LaneId:
        return affine(1, false, true, true);
      case Internal::LanesScan:
      case Internal::LanesShift:
      case Internal::LanesShuffle:
      case Internal::LanesFill:
        return varying(true);
      case Internal::LanesReduce:
      case Internal::LanesBroadcast:
      case Internal::LanesBallot:
        return uniform(lanes_.rows > 1);
      case Internal::Any:
      case Internal::All:
        return uniform(false);
      case Internal::None:
        break;
      default:
        return by_operands(call);
    }
    if (!call.doesNotAccessMemory()) return varying(true);
    return by_operands(call);
  }

  Fact of_alloca(const AllocaInst& alloca) {
    uint64_t element = interleaved_element_size(alloca);
    uint64_t size = alloca.getAllocationSize(layout_)->getFixedValue();
    if (element != 0) {
      shapes_.interleaved_[&alloca] = element;
      shapes_.interleaved_pointers_[&alloca] = &alloca;
    }
    // Each row has an array of its own, as each lane has.
    return affine(element != 0 ? element : private_stride(alloca, size), lanes_.rows > 1, true,
                  true);
  }

  Fact of_gep(const GetElementPtrInst& gep) {
    const Address address(cast<GEPOperator>(gep), layout_);
    Fact base = of(address.base);
    const AllocaInst* alloca = shapes_.interleaved_base(address.base);
    if (alloca) shapes_.interleaved_pointers_[&gep] = alloca;
    int64_t scale = alloca ? lanes_.width : 1;
    bool rows = base.shape.rows, is_affine = base.shape.has_base();
    int64_t stride = base.shape.stride;
    for (const AddressTerm& term : address.terms) {
      Fact index = of(term.index);
      rows |= index.shape.rows;
      if (index.shape.is_uniform()) continue;
      is_affine &= index.shape.is_affine() && (!term.is_narrow() || index.affine_signed);
      stride += index.shape.stride * static_cast<int64_t>(term.scale) * scale;
    }
    return is_affine ? affine(stride, rows, true, true) : varying(rows);
  }

  Fact of_select(const SelectInst& select) {
    Fact condition = of(select.getCondition());
    Fact values = join(of(select.getTrueValue()), of(select.getFalseValue()));
    if (isa<UndefValue>(select.getTrueValue())) values = of(select.getFalseValue());
    if (isa<UndefValue>(select.getFalseValue())) values = of(select.getTrueValue());
    bool rows = condition.shape.rows || values.shape.rows;
    if (!condition.shape.is_uniform()) return varying(rows);
    values.shape.rows = rows;
    return values;
  }

  Fact of_cast(const CastInst& cast, const Fact& operands) {
    Fact value = of(cast.getOperand(0));
    if (value.modular && isa<TruncInst>(cast) && cast.getType()->getScalarSizeInBits() <= 32) {
      const int64_t step = SignExtend64(*value.modular, cast.getType()->getScalarSizeInBits());
      return affine(step, value.shape.rows, false, false);
    }
    if (!value.shape.is_affine()) return operands;
    const auto& [shape, affine_signed, affine_unsigned, modular, piecewise] = value;
    unsigned bits = cast.getType()->getScalarSizeInBits();
    unsigned from = cast.getSrcTy()->getScalarSizeInBits();
    switch (cast.getOpcode()) {
      case Instruction::Trunc: {
        const auto& trunc = llvm::cast<TruncInst>(cast);
        int64_t stride = SignExtend64(shape.stride, bits);
        KnownBits known = computeKnownBits(cast.getOperand(0), layout_);
        bool fits_unsigned = known.countMinLeadingZeros() >= from - bits;
        bool fits_signed = known.countMinSignBits() > from - bits;
        return affine(stride, shape.rows, affine_signed && (trunc.hasNoSignedWrap() || fits_signed),
                      affine_unsigned && (trunc.hasNoUnsignedWrap() || fits_unsigned));
      }
      case Instruction::SExt: {
        bool positive = isKnownNonNegative(cast.getOperand(0), SimplifyQuery(layout_));
        if (affine_signed) return affine(shape.stride, shape.rows, true, positive);
        return operands;
      }
      case Instruction::ZExt: {
        bool same = llvm::cast<ZExtInst>(cast).hasNonNeg() && affine_signed;
        if (affine_unsigned || same) return affine(shape.stride, shape.rows, true, true);
        return operands;
      }
      case Instruction::PtrToInt:
      case Instruction::IntToPtr:
        return bits == 64 || from == 64 ? value : operands;
      default:
        return operands;
    }
  }

  Fact of_binary(const BinaryOperator& op, const Fact& operands) {
    Fact a = of(op.getOperand(0)), b = of(op.getOperand(1));
    if (a.modular && drops_high_word(op)) {
      const auto step = static_cast<uint64_t>(*a.modular);
      const uint64_t count = cast<ConstantInt>(op.getOperand(1))->getZExtValue();
      return affine(static_cast<int64_t>(step << count), a.shape.rows, false, false);
    }
    if (!op.getType()->isIntegerTy() || !a.shape.has_base() || !b.shape.has_base()) return operands;
    unsigned bits = op.getType()->getIntegerBitWidth();
    if (bits > 64) return operands;
    bool rows = operands.shape.rows;
    bool s = a.affine_signed && b.affine_signed, u = a.affine_unsigned && b.affine_unsigned;
    auto result = [&](int64_t stride, bool keeps_signed, bool keeps_unsigned) {
      return affine(SignExtend64(stride, bits), rows, s && keeps_signed, u && keeps_unsigned);
    };
    auto wraps = [&] {
      const auto& flags = cast<OverflowingBinaryOperator>(op);
      return std::pair(flags.hasNoSignedWrap(), flags.hasNoUnsignedWrap());
    };
    auto times = [&](int64_t factor) {
      auto [keeps_signed, keeps_unsigned] = wraps();
      return result(static_cast<int64_t>(static_cast<uint64_t>(a.shape.stride) *
                                         static_cast<uint64_t>(factor)),
                    keeps_signed, keeps_unsigned);
    };
    switch (op.getOpcode()) {
      case Instruction::Add: {
        auto [keeps_signed, keeps_unsigned] = wraps();
        return result(a.shape.stride + b.shape.stride, keeps_signed, keeps_unsigned);
      }
      case Instruction::Sub: {
        auto [keeps_signed, keeps_unsigned] = wraps();
        return result(a.shape.stride - b.shape.stride, keeps_signed, keeps_unsigned);
      }
      case Instruction::Or:
        if (!cast<PossiblyDisjointInst>(op).isDisjoint()) return operands;
        return result(a.shape.stride + b.shape.stride, true, true);
      case Instruction::Xor:  // ~x is -1 - x
        if (PatternMatch::match(op.getOperand(1), PatternMatch::m_AllOnes()))
          return result(-a.shape.stride, true, false);
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

  void settle_modular() {
    for (const auto& [value, fact] : facts_)
      if (fact.modular) shapes_.modular_[value] = *fact.modular;
    shapes_.modular_pointers_ = modular_pointers(shapes_.modular_);
    for (const Value* pointer : shapes_.modular_pointers_) {
      const Fact& fact = facts_.find(pointer)->second;
      shapes_.shapes_[pointer] = {Shape::Kind::Affine, fact.shape.rows, *fact.modular};
    }
  }

  const DataLayout& layout_;
  const Lanes& lanes_;
  Shapes& shapes_;
  DenseMap<const Value*, Fact> facts_;
};

Shapes::Shapes(Function& kernel, const Lanes& lanes) {
  Solver(kernel, lanes, *this);
}

Shape Shapes::of(const Value* value) const {
  auto found = shapes_.find(value);
  return found == shapes_.end() ? Shape::uniform() : found->second;
}

uint64_t Shapes::interleaved_element(const Value* alloca) const {
  return interleaved_.lookup(alloca);
}

const AllocaInst* Shapes::interleaved_base(const Value* pointer) const {
  return interleaved_pointers_.lookup(pointer);
}

void Shapes::print(raw_ostream& out, const Function& kernel) const {
  for (const Instruction& each : instructions(kernel)) {
    if (each.getType()->isVoidTy()) continue;
    const Shape shape = of(&each);
    out << each << "\n    ; ";
    if (shape.is_uniform()) out << "uniform";
    if (shape.is_affine())
      out << (is_modular(&each) ? "affine where it is accessed" : "affine") << ", stride "
          << shape.stride;
    if (shape.is_varying()) out << "varying";
    if (shape.is_varying() && has_modular_step(&each))
      out << ", affine modulo 2^32, stride " << modular_step_of(&each);
    if (is_piecewise(&each)) out << ", piecewise affine, step " << piecewise_step_of(&each);
    if (shape.rows) out << ", differs between rows";
    if (interleaved_element(&each) != 0)
      out << ", elements of " << interleaved_element(&each) << " bytes interleaved";
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
