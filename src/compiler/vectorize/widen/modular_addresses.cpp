// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/modular_addresses.h"

#include <llvm/IR/IRBuilder.h>

#include "compiler/analysis/modular_affine.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Emits lane `lane` (i64; null: 0) of an affine value.
Value* moved(IRBuilder<>& at, Value* first, int64_t step, Value* lane) {
  if (!lane || step == 0) return first;
  Value* number = at.CreateZExtOrTrunc(lane, first->getType());
  return at.CreateAdd(first, at.CreateMul(number, ConstantInt::getSigned(first->getType(), step)));
}

}  // namespace

Value* modular_base(WideKernel& wide, Value* value, unsigned row, Value* lane) {
  const Shape own = wide.shapes.of(value);
  if (own.has_base() && !own.is_modular) return wide.scalar(value, row);
  if (isa<PHINode>(value)) {
    const auto& base = wide.known(value).base;
    return base[base.size() > 1 ? row : 0];
  }
  auto& instruction = cast<Instruction>(*value);
  Type* type = wide.at.getInt64Ty();
  if (auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) {
    SmallVector<Value*> indices;
    for (Use& index : gep->indices()) indices.push_back(modular_base(wide, index.get(), row, lane));
    Value* from = modular_base(wide, gep->getPointerOperand(), row, lane);
    return wide.at.CreateGEP(gep->getSourceElementType(), from, indices, gep->getName());
  }
  Value* number = instruction.getOperand(0);
  auto there = [&] {
    const Shape shape = wide.shapes.of(number);
    if (shape.has_base()) return moved(wide.at, wide.scalar(number, row), shape.stride, lane);
    return moved(wide.at, modular_base(wide, number, row, nullptr), shape.stride, lane);
  };
  auto back = [&](Value* result) { return moved(wide.at, result, -own.stride, lane); };
  auto operand = [&](unsigned i) {
    return modular_base(wide, instruction.getOperand(i), row, lane);
  };
  Value* second = instruction.getNumOperands() > 1 ? instruction.getOperand(1) : nullptr;
  switch (instruction.getOpcode()) {
    case Instruction::SExt:
      return back(wide.at.CreateSExt(there(), type));
    case Instruction::ZExt:
      return back(wide.at.CreateZExt(there(), type));
    case Instruction::AShr:
      return back(wide.at.CreateAShr(there(), second));
    case Instruction::LShr:
      return back(wide.at.CreateLShr(there(), second));
    case Instruction::And:
      return back(wide.at.CreateAnd(there(), second));
    case Instruction::Add:
    case Instruction::Or:  // disjoint
      return wide.at.CreateAdd(operand(0), operand(1));
    case Instruction::Sub:
      return wide.at.CreateSub(operand(0), operand(1));
    case Instruction::Mul:
      return wide.at.CreateMul(operand(0), second);
    default:
      assert(instruction.getOpcode() == Instruction::Shl);
      return wide.at.CreateShl(operand(0), second);
  }
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
