// SPDX-License-Identifier: Apache-2.0
// Ids and sizes have 64 bits in OpenCL C, and what a kernel computes from them hardly ever needs
// more than 31. Such numbers are computed in vectors of 32 bits, which hold twice as many lanes and
// have all operations; they are extended where somebody wants 64 bits.
#include <llvm/Analysis/ValueTracking.h>

#include "compiler/vectorize/widen/widener.h"

namespace heddle::compiler {
using namespace llvm;

/// Is `value` of 64 bits, and below 2^31?
bool Widener::is_small(const Value* value) {
  if (!value->getType()->isIntegerTy(64)) return false;
  auto [entry, is_new] = small_.try_emplace(value, false);
  if (is_new) {
    const bool small = computeKnownBits(value, layout_).countMinLeadingZeros() >= 33;
    small_[value] = small;
    return small;
  }
  return entry->second;
}

/// All lanes of a small number in 32 bits. A uniform number that may be larger becomes 2^32 - 1: to
/// a small number it compares alike, divides it alike.
Value* Widener::small_vector(Value* value, unsigned row) {
  Type* word = at_.getInt32Ty();
  if (auto* constant = dyn_cast<ConstantInt>(value)) {
    uint64_t number = std::min<uint64_t>(constant->getZExtValue(), UINT32_MAX);
    return ConstantInt::get(widened(word), number);
  }
  const Wide& wide = values_[value];
  if (!wide.small.empty()) return wide.small[wide.small.size() > 1 ? row : 0];
  if (!shapes_.of(value).has_base()) return at_.CreateTrunc(vector(value, row), widened(word));
  Value* base = scalar(value, row);
  if (!is_small(value))
    base = at_.CreateBinaryIntrinsic(Intrinsic::umin, base, at_.getInt64(UINT32_MAX));
  Value* cut = at_.CreateTrunc(base, word);
  if (auto* constant = dyn_cast<Constant>(cut); constant && shapes_.of(value).is_uniform())
    return ConstantVector::getSplat(ElementCount::getFixed(width_), constant);
  Value* all = at_.CreateVectorSplat(width_, cut);
  Shape shape = shapes_.of(value);
  return shape.is_affine() ? at_.CreateAdd(all, iota(word, shape.stride)) : all;
}

/// Can `instruction` be done in 32 bits? Its operands are small then, or uniform and clamped.
bool Widener::works_on_small(const Instruction& instruction) {
  auto small = [&](unsigned i) { return is_small(instruction.getOperand(i)); };
  auto clamped = [&](unsigned i) {
    return small(i) || shapes_.of(instruction.getOperand(i)).is_uniform();
  };
  if (const auto* compare = dyn_cast<ICmpInst>(&instruction)) {
    if (!instruction.getOperand(0)->getType()->isIntegerTy(64)) return false;
    if (compare->isSigned()) return small(0) && small(1);
    return (small(0) && clamped(1)) || (clamped(0) && small(1));
  }
  if (!instruction.getType()->isIntegerTy(64)) return false;
  switch (instruction.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::URem:
      return small(0) && clamped(1);
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
      return small(0) && small(1);
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
      return small(0) && small(1) && is_small(&instruction);
    case Instruction::LShr:
    case Instruction::Shl:  // 32 and more are no shift of 32 bits
      return small(0) && is_small(&instruction) &&
             computeKnownBits(instruction.getOperand(1), layout_).getMaxValue().ult(32);
    case Instruction::ZExt:
      return instruction.getOperand(0)->getType()->getScalarSizeInBits() < 32 ||
             is_small(&instruction);
    default:
      return false;
  }
}

void Widener::small_instruction(Instruction& instruction) {
  Type* word = at_.getInt32Ty();
  for (unsigned row = 0; row < rows_of(instruction); ++row) {
    if (isa<ZExtInst>(instruction)) {
      Value* from = vector(instruction.getOperand(0), row);
      values_[&instruction].small.push_back(at_.CreateZExtOrTrunc(from, widened(word)));
      continue;
    }
    Value* a = small_vector(instruction.getOperand(0), row);
    if (auto* compare = dyn_cast<ICmpInst>(&instruction)) {
      Value* b = small_vector(instruction.getOperand(1), row);
      const auto predicate =
          compare->isSigned() ? compare->getUnsignedPredicate() : compare->getPredicate();
      set_vector(instruction, at_.CreateICmp(predicate, a, b, instruction.getName()));
      continue;
    }
    auto& operation = cast<BinaryOperator>(instruction);
    Value* divisor = instruction.getOperand(1);
    Value* result = nullptr;
    if (operation.isIntDivRem() && !isa<Constant>(divisor)) {
      if (shapes_.of(divisor).is_uniform()) {
        Value* most = at_.getInt64(UINT32_MAX);
        Value* one = at_.CreateBinaryIntrinsic(Intrinsic::umin, scalar(divisor, row), most);
        result = divide(operation, a, at_.CreateTrunc(one, word));
      } else {
        result = divide(operation, a, small_vector(divisor, row));
      }
    } else {
      result = at_.CreateBinOp(operation.getOpcode(), a, small_vector(divisor, row),
                               instruction.getName());
    }
    values_[&instruction].small.push_back(result);
  }
}

}  // namespace heddle::compiler
