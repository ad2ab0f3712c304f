// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/modular_affine.h"

#include "compiler/analysis/address.h"
#include "compiler/ir/intrinsics.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kWordBits = 32;

std::optional<int64_t> stride_of_pointer(const GetElementPtrInst& gep, const DataLayout& layout,
                                         ShapeOf shape_of) {
  const Address address(cast<GEPOperator>(gep), layout);
  const Shape base = shape_of(address.base);
  if (!base.has_modular_stride() || base.interleaved) return std::nullopt;
  auto stride = static_cast<uint64_t>(base.stride);
  for (const AddressTerm& term : address.terms) {
    const Shape index = shape_of(term.index);
    if (!index.has_modular_stride() || (term.is_narrow() && index.stride != 0)) return std::nullopt;
    stride += static_cast<uint64_t>(index.stride) * term.scale;
  }
  return static_cast<int64_t>(stride);
}

}  // namespace

bool is_cut(const Value& value) {
  const auto* operation = dyn_cast<BinaryOperator>(&value);
  if (!operation || operation->getOpcode() != Instruction::And) return false;
  const auto* mask = dyn_cast<ConstantInt>(operation->getOperand(1));
  return mask && mask->getValue().isMask(kWordBits);
}

bool drops_high_word(const Value& value) {
  const auto* operation = dyn_cast<BinaryOperator>(&value);
  if (!operation || operation->getOpcode() != Instruction::Shl || !value.getType()->isIntegerTy(64))
    return false;
  const auto* count = dyn_cast<ConstantInt>(operation->getOperand(1));
  return count && count->getValue().uge(kWordBits) && count->getValue().ult(2 * kWordBits);
}

std::optional<int64_t> modular_stride(const Instruction& instruction, const DataLayout& layout,
                                      ShapeOf shape_of) {
  if (const auto* gep = dyn_cast<GetElementPtrInst>(&instruction))
    return stride_of_pointer(*gep, layout, shape_of);
  if (!instruction.getType()->isIntegerTy(64) || isa<PHINode, CallBase, LoadInst>(instruction))
    return std::nullopt;
  const auto shape_of_operand = [&](unsigned number) {
    return number < instruction.getNumOperands() ? shape_of(instruction.getOperand(number))
                                                 : Shape::varying();
  };
  const Shape a = shape_of_operand(0);
  if (!a.has_modular_stride() || a.interleaved) return std::nullopt;
  if (isa<SExtInst, ZExtInst>(instruction)) {
    const bool is_word = instruction.getOperand(0)->getType()->isIntegerTy(kWordBits);
    return is_word && a.has_base() ? std::optional(SignExtend64<kWordBits>(a.stride))
                                   : std::nullopt;
  }
  if (!isa<BinaryOperator>(instruction)) return std::nullopt;
  const Shape b = shape_of_operand(1);
  if (!b.has_modular_stride()) return std::nullopt;
  const auto left = static_cast<uint64_t>(a.stride), right = static_cast<uint64_t>(b.stride);
  auto sum = [](uint64_t stride) { return std::optional(static_cast<int64_t>(stride)); };
  const auto* constant = dyn_cast<ConstantInt>(instruction.getOperand(1));
  const uint64_t number = constant ? constant->getZExtValue() : 0;
  switch (instruction.getOpcode()) {
    case Instruction::Add:
      return sum(left + right);
    case Instruction::Sub:
      return sum(left - right);
    case Instruction::Or:
      return cast<PossiblyDisjointInst>(instruction).isDisjoint() ? sum(left + right)
                                                                  : std::nullopt;
    case Instruction::Mul:
      return constant ? sum(left * number) : std::nullopt;
    case Instruction::Shl:
      return constant && number < 64 ? sum(left << number) : std::nullopt;
    case Instruction::AShr:  // extends or scales x << 32
    case Instruction::LShr: {
      const bool is_exact = cast<PossiblyExactOperator>(instruction).isExact();
      if (!constant || number > kWordBits || !is_exact || !a.has_base()) return std::nullopt;
      if (left & maskTrailingOnes<uint64_t>(number)) return std::nullopt;
      return a.stride >> number;
    }
    case Instruction::And: {  // zext(trunc x)
      unsigned low = 0, length = 0;
      if (is_cut(instruction)) return SignExtend64<kWordBits>(left);
      if (!constant || !a.has_base() || !constant->getValue().isShiftedMask(low, length) ||
          low + length < kWordBits)
        return std::nullopt;
      const KnownBits known = computeKnownBits(instruction.getOperand(0), layout);
      if (known.countMinTrailingZeros() < low) return std::nullopt;
      return SignExtend64(left, low + length);
    }
    default:
      return std::nullopt;
  }
}

bool has_bounded_object(const Value& pointer) {
  SmallVector<const Value*> objects;
  getUnderlyingObjects(&pointer, objects);
  return all_of(objects, [](const Value* object) {
    if (isa<Argument, AllocaInst, GlobalVariable>(object)) return true;
    const auto* call = dyn_cast<CallBase>(object);
    return call && called_internal(*call) != Internal::None;
  });
}

bool has_first_lane(const Value* mask) {
  if (isa<Constant>(mask)) return true;
  const auto* instruction = dyn_cast<Instruction>(mask);
  if (!instruction) return false;
  if (called_internal(*instruction) == Internal::LaneMask) return true;
  const auto* select = dyn_cast<SelectInst>(instruction);
  if (select) {
    const auto* otherwise = dyn_cast<Constant>(select->getFalseValue());
    return otherwise && otherwise->isNullValue() && has_first_lane(select->getCondition()) &&
           has_first_lane(select->getTrueValue());
  }
  return instruction->getOpcode() == Instruction::And && instruction->getType()->isIntegerTy(1) &&
         has_first_lane(instruction->getOperand(0)) && has_first_lane(instruction->getOperand(1));
}

bool has_first_lane(const BasicBlock& block) {
  for (const Instruction& instruction : block) {
    if (called_internal(instruction) == Internal::Mask)
      return has_first_lane(cast<CallBase>(instruction).getArgOperand(0));
  }
  return true;
}

namespace {

constexpr unsigned kMaxTerms = 32;

using Map = DenseMap<const Value*, Shape>;

/// Finds the pointers with an index affine modulo 2^32 that are taken for affine ones: those that
/// only accesses use, and pointers made of them, also from iteration to iteration (`row += pitch`).
class PointerFinder {
 public:
  explicit PointerFinder(const Map& shapes) : shapes_(shapes) {}

  DenseSet<const Value*> find() {
    DenseSet<const Value*> found;
    for (const auto& [value, shape] : shapes_) {
      if (isa<GetElementPtrInst, PHINode>(value) && value->getType()->isPointerTy() &&
          shape.is_modular && is_neighbour(shape.stride) && may_be_affine(*value))
        found.insert(value);
    }
    const auto is_lost = [&](const Value* pointer) {
      return any_of(pointer->users(), [&](const User* user) {
        return isa<GetElementPtrInst, PHINode>(user) && !found.contains(user);
      });
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [value, shape] : shapes_) {
        if (found.contains(value) && is_lost(value)) changed |= found.erase(value);
      }
    }
    return found;
  }

 private:
  static bool is_neighbour(int64_t stride) {
    return stride != 0 && std::abs(stride) <= kMaxModularStep;
  }

  bool may_be_affine(const Value& pointer) const {
    Terms terms;
    add_terms(pointer, terms, /*is_again=*/true);
    if (terms.count > kMaxTerms || !has_bounded_object(pointer)) return false;
    // The value of a lane other than 0 from before a loop is not known in it. Only after an
    // unsigned number does that matter: where a signed one wraps, the lanes on one side are 2 GB in
    // front of their pointer, and nothing of an argument is there.
    const bool needs_first_lane = terms.has_phi && terms.has_unsigned;
    return all_of(pointer.users(), [&](const User* user) {
      if (isa<GetElementPtrInst>(user)) return user->getOperand(0) == &pointer;
      return isa<PHINode>(user) ||
             may_be_access(*cast<Instruction>(user), pointer, needs_first_lane);
    });
  }

  static bool may_be_access(const Instruction& access, const Value& pointer,
                            bool needs_first_lane) {
    if (getLoadStorePointerOperand(&access) != &pointer) return false;
    if (const auto* store = dyn_cast<StoreInst>(&access);
        store && (!store->isSimple() || store->getValueOperand() == &pointer))
      return false;
    if (const auto* load = dyn_cast<LoadInst>(&access); load && !load->isSimple()) return false;
    Type* type = getLoadStoreType(&access);
    if (!VectorType::isValidElementType(type) || type->isIntegerTy(1)) return false;
    return !needs_first_lane || has_first_lane(*access.getParent());
  }

  struct Terms {
    SmallPtrSet<const Value*, kMaxTerms> values;
    unsigned count = 0;  ///< the values that are computed again at each access
    bool has_phi = false;
    bool has_unsigned = false;
  };

  /// Adds the terms of a value. `is_again`: it has passed no phi.
  void add_terms(const Value& value, Terms& terms, bool is_again) const {
    if (!shapes_.lookup(&value).is_modular || !terms.values.insert(&value).second) return;
    const auto& instruction = cast<Instruction>(value);
    const bool is_phi = isa<PHINode>(instruction);
    terms.count += is_again ? 1 : 0;
    terms.has_phi |= is_phi;
    terms.has_unsigned |= isa<ZExtInst>(instruction) ||
                          instruction.getOpcode() == Instruction::LShr ||
                          instruction.getOpcode() == Instruction::And;
    if (is_cut(value)) return;
    for (const Value* operand : instruction.operand_values())
      add_terms(*operand, terms, is_again && !is_phi);
  }

  const Map& shapes_;
};

}  // namespace

DenseSet<const Value*> modular_pointers(const Map& shapes) {
  return PointerFinder(shapes).find();
}

}  // namespace heddle::compiler
