// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/recomputed.h"

#include <llvm/IR/IntrinsicInst.h>

#include "compiler/analysis/modular_affine.h"
#include "compiler/vectorize/widen/small_numbers.h"
#include "compiler/vectorize/widen/wide_division.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Makes both vectors if one of them is.
void alike(WideKernel& wide, Value*& a, Value*& b) {
  if (a->getType()->isVectorTy() == b->getType()->isVectorTy()) return;
  Value*& scalar = a->getType()->isVectorTy() ? b : a;
  scalar = wide.at.CreateVectorSplat(wide.width, scalar);
}

/// Emits the remainders of a vector divided by a scalar.
Value* remainder(WideKernel& wide, const BinaryOperator& division, Value* dividend,
                 Value* divisor) {
  if (divides_as_float(division)) return divide(wide, division, dividend, divisor);
  if (!works_on_small(wide, division)) {
    alike(wide, dividend, divisor);
    return wide.at.CreateBinOp(division.getOpcode(), dividend, divisor);
  }
  Type* word = wide.at.getInt32Ty();
  Value* most = wide.at.getInt64(UINT32_MAX);
  divisor =
      wide.at.CreateTrunc(wide.at.CreateBinaryIntrinsic(Intrinsic::umin, divisor, most), word);
  Value* rest = divide(wide, division, wide.at.CreateTrunc(dividend, wide.widened(word)), divisor);
  return wide.at.CreateZExt(rest, dividend->getType());
}

/// Emits lane `lane` (i64; null: 0) of an affine value.
Value* moved(IRBuilder<>& at, Value* first, int64_t step, Value* lane) {
  if (!lane || step == 0) return first;
  Value* number = at.CreateZExtOrTrunc(lane, first->getType());
  return at.CreateAdd(first, at.CreateMul(number, ConstantInt::getSigned(first->getType(), step)));
}

}  // namespace

Value* recomputed(WideKernel& wide, Value* value, function_ref<Value*(Value*)> part_of) {
  if (Value* part = part_of(value)) return part;
  const auto again = [&](Value* operand) { return recomputed(wide, operand, part_of); };
  auto& instruction = cast<Instruction>(*value);
  if (auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) {
    SmallVector<Value*> indices;
    for (Use& index : gep->indices()) indices.push_back(again(index.get()));
    return wide.at.CreateGEP(gep->getSourceElementType(), again(gep->getPointerOperand()), indices);
  }
  if (auto* select = dyn_cast<SelectInst>(&instruction)) {
    auto& compare = cast<ICmpInst>(*select->getCondition());
    Value *left = part_of(compare.getOperand(0)), *right = part_of(compare.getOperand(1));
    alike(wide, left, right);
    Value* condition = wide.at.CreateICmp(compare.getPredicate(), left, right);
    Value *yes = again(select->getTrueValue()), *no = again(select->getFalseValue());
    alike(wide, yes, condition);
    alike(wide, no, condition);
    return wide.at.CreateSelect(condition, yes, no);
  }
  Value* first = again(instruction.getOperand(0));
  if (auto* cast = dyn_cast<CastInst>(&instruction)) {
    Type* type = first->getType()->isVectorTy() ? wide.widened(cast->getType()) : cast->getType();
    return wide.at.CreateCast(cast->getOpcode(), first, type);
  }
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      intrinsic && intrinsic->getIntrinsicID() == Intrinsic::abs)
    return wide.at.CreateBinaryIntrinsic(Intrinsic::abs, first, wide.at.getFalse());
  Value* second = again(instruction.getOperand(1));
  auto* operation = dyn_cast<BinaryOperator>(&instruction);
  if (operation && operation->isIntDivRem() && first->getType()->isVectorTy())
    return remainder(wide, *operation, first, second);
  alike(wide, first, second);
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return wide.at.CreateBinaryIntrinsic(intrinsic->getIntrinsicID(), first, second);
  return wide.at.CreateBinOp(operation->getOpcode(), first, second);
}

Value* modular_base(WideKernel& wide, Value* value, unsigned row, Value* lane) {
  return recomputed(wide, value, [&](Value* part) -> Value* {
    const Shape shape = wide.shapes.of(part);
    if (shape.has_base() && !shape.is_modular) return wide.scalar(part, row);
    if (isa<PHINode>(part)) {
      const auto& base = wide.known(part).base;
      return base[base.size() > 1 ? row : 0];
    }
    auto& instruction = cast<Instruction>(*part);
    Value* first = instruction.getOperand(0);
    const auto opcode = static_cast<Instruction::BinaryOps>(instruction.getOpcode());
    if (opcode == Instruction::Or)  // disjoint
      return wide.at.CreateAdd(modular_base(wide, first, row, lane),
                               modular_base(wide, instruction.getOperand(1), row, lane));
    const bool is_extension = isa<SExtInst, ZExtInst>(instruction);
    if (!is_extension &&
        !is_contained({Instruction::AShr, Instruction::LShr, Instruction::And}, opcode))
      return nullptr;
    // The number of `lane` is extended, and the result moved back to lane 0.
    const Shape number = wide.shapes.of(first);
    Value* base =
        number.has_base() ? wide.scalar(first, row) : modular_base(wide, first, row, nullptr);
    Value* there = moved(wide.at, base, number.stride, lane);
    Value* result = is_extension ? wide.at.CreateCast(cast<CastInst>(instruction).getOpcode(),
                                                      there, wide.at.getInt64Ty())
                                 : wide.at.CreateBinOp(opcode, there, instruction.getOperand(1));
    return moved(wide.at, result, -shape.stride, lane);
  });
}

Value* modular_pointer(WideKernel& wide, Value* pointer, unsigned row, Value* lanes) {
  Value* lane = nullptr;
  if (lanes && wide.block_mask() && !has_first_lane(wide.block_mask())) {
    Value* bits = wide.at.CreateBitCast(lanes, wide.at.getIntNTy(wide.width));
    Value* count = wide.at.CreateBinaryIntrinsic(Intrinsic::cttz, bits, wide.at.getFalse());
    lane = wide.at.CreateZExtOrTrunc(count, wide.at.getInt64Ty());
  }
  return modular_base(wide, pointer, row, lane);
}

}  // namespace heddle::compiler
