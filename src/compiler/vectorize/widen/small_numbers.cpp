// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/small_numbers.h"

#include <llvm/Analysis/ValueTracking.h>

#include "compiler/vectorize/widen/wide_division.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

Value* small_vector(WideKernel& wide, Value* value, unsigned row) {
  Type* word = wide.at.getInt32Ty();
  if (auto* constant = dyn_cast<ConstantInt>(value)) {
    uint64_t number = std::min<uint64_t>(constant->getZExtValue(), UINT32_MAX);
    return ConstantInt::get(wide.widened(word), number);
  }
  const WideValue& known = wide.known(value);
  if (!known.small.empty()) return known.small[known.small.size() > 1 ? row : 0];
  if (!wide.shapes.of(value).has_base())
    return wide.at.CreateTrunc(wide.vector(value, row), wide.widened(word));
  Value* base = wide.scalar(value, row);
  if (!wide.is_small(value))
    base = wide.at.CreateBinaryIntrinsic(Intrinsic::umin, base, wide.at.getInt64(UINT32_MAX));
  Value* cut = wide.at.CreateTrunc(base, word);
  if (auto* constant = dyn_cast<Constant>(cut); constant && wide.shapes.of(value).is_uniform())
    return ConstantVector::getSplat(ElementCount::getFixed(wide.width), constant);
  Value* all = wide.at.CreateVectorSplat(wide.width, cut);
  Shape shape = wide.shapes.of(value);
  return shape.is_affine() ? wide.at.CreateAdd(all, wide.iota(word, shape.stride)) : all;
}

bool works_on_small(WideKernel& wide, const Instruction& instruction) {
  if (!wide.emit.techniques.allow(Technique::SmallNumbers)) return false;
  auto small = [&](unsigned i) { return wide.is_small(instruction.getOperand(i)); };
  auto clamped = [&](unsigned i) {
    return small(i) || wide.shapes.of(instruction.getOperand(i)).is_uniform();
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
      return small(0) && small(1) && wide.is_small(&instruction);
    case Instruction::LShr:
    case Instruction::Shl:  // 32 and more are no shift of 32 bits
      return small(0) && wide.is_small(&instruction) &&
             computeKnownBits(instruction.getOperand(1), wide.layout).getMaxValue().ult(32);
    case Instruction::ZExt:
      return instruction.getOperand(0)->getType()->getScalarSizeInBits() < 32 ||
             wide.is_small(&instruction);
    default:
      return false;
  }
}

void small_instruction(WideKernel& wide, Instruction& instruction) {
  Type* word = wide.at.getInt32Ty();
  for (unsigned row = 0; row < wide.rows_of(instruction); ++row) {
    if (isa<ZExtInst>(instruction)) {
      Value* from = wide.vector(instruction.getOperand(0), row);
      wide.set_small(instruction, wide.at.CreateZExtOrTrunc(from, wide.widened(word)));
      continue;
    }
    Value* a = small_vector(wide, instruction.getOperand(0), row);
    if (auto* compare = dyn_cast<ICmpInst>(&instruction)) {
      Value* b = small_vector(wide, instruction.getOperand(1), row);
      const auto predicate =
          compare->isSigned() ? compare->getUnsignedPredicate() : compare->getPredicate();
      wide.set_vector(instruction, wide.at.CreateICmp(predicate, a, b, instruction.getName()));
      continue;
    }
    auto& operation = cast<BinaryOperator>(instruction);
    Value* divisor = instruction.getOperand(1);
    Value* result = nullptr;
    if (operation.isIntDivRem() && !isa<Constant>(divisor)) {
      if (wide.shapes.of(divisor).is_uniform()) {
        Value* most = wide.at.getInt64(UINT32_MAX);
        Value* one =
            wide.at.CreateBinaryIntrinsic(Intrinsic::umin, wide.scalar(divisor, row), most);
        result = divide(wide, operation, a, wide.at.CreateTrunc(one, word));
      } else {
        result = divide(wide, operation, a, small_vector(wide, divisor, row));
      }
    } else {
      result = wide.at.CreateBinOp(operation.getOpcode(), a, small_vector(wide, divisor, row),
                                   instruction.getName());
    }
    wide.set_small(instruction, result);
  }
}

}  // namespace heddle::compiler
