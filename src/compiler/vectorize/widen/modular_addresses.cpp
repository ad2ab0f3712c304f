// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/IRBuilder.h>

#include "compiler/analysis/modular_affine.h"
#include "compiler/vectorize/widen/widener.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// What lane `lane` (i64; null: 0) of a line has.
Value* moved(IRBuilder<>& at, Value* first, int64_t step, Value* lane) {
  if (!lane || step == 0) return first;
  Value* number = at.CreateZExtOrTrunc(lane, first->getType());
  return at.CreateAdd(first, at.CreateMul(number, ConstantInt::getSigned(first->getType(), step)));
}

}  // namespace

/// Lane 0's value of the value affine mod 2^32 that the active lanes, of which `lane` (i64; null:
/// 0) is one, lie on. Lane 0 itself may be on the other side of a wrap.
Value* Widener::modular_base(Value* value, unsigned row, Value* lane) {
  if (shapes_.of(value).has_base() && !shapes_.is_near(value)) return scalar(value, row);
  if (isa<PHINode>(value)) {
    const auto& base = values_[value].base;
    return base[base.size() > 1 ? row : 0];
  }
  auto& instruction = cast<Instruction>(*value);
  Type* type = at_.getInt64Ty();
  if (auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) {
    SmallVector<Value*> indices;
    for (Use& index : gep->indices()) indices.push_back(modular_base(index.get(), row, lane));
    Value* from = modular_base(gep->getPointerOperand(), row, lane);
    return at_.CreateGEP(gep->getSourceElementType(), from, indices, gep->getName());
  }
  Value* line = instruction.getOperand(0);
  auto there = [&] {
    const Shape shape = shapes_.of(line);
    if (shape.has_base()) return moved(at_, scalar(line, row), shape.stride, lane);
    return moved(at_, modular_base(line, row, nullptr), shapes_.modular_step_of(line), lane);
  };
  auto back = [&](Value* result) {
    return moved(at_, result, -shapes_.modular_step_of(&instruction), lane);
  };
  auto operand = [&](unsigned i) { return modular_base(instruction.getOperand(i), row, lane); };
  Value* second = instruction.getNumOperands() > 1 ? instruction.getOperand(1) : nullptr;
  switch (instruction.getOpcode()) {
    case Instruction::SExt:
      return back(at_.CreateSExt(there(), type));
    case Instruction::ZExt:
      return back(at_.CreateZExt(there(), type));
    case Instruction::AShr:
      return back(at_.CreateAShr(there(), second));
    case Instruction::LShr:
      return back(at_.CreateLShr(there(), second));
    case Instruction::And:
      return back(at_.CreateAnd(there(), second));
    case Instruction::Add:
    case Instruction::Or:  // disjoint
      return at_.CreateAdd(operand(0), operand(1));
    case Instruction::Sub:
      return at_.CreateSub(operand(0), operand(1));
    case Instruction::Mul:
      return at_.CreateMul(operand(0), second);
    default:
      assert(instruction.getOpcode() == Instruction::Shl);
      return at_.CreateShl(operand(0), second);
  }
}

/// The pointer of lane 0 on the line of those `lanes` (null: all) that run the current block.
Value* Widener::modular_pointer(Value* pointer, unsigned row, Value* lanes) {
  Value* lane = nullptr;
  if (lanes && block_mask_ && !has_first_lane(block_mask_)) {
    Value* bits = at_.CreateBitCast(lanes, at_.getIntNTy(width_));
    Value* count = at_.CreateBinaryIntrinsic(Intrinsic::cttz, bits, at_.getFalse());
    lane = at_.CreateZExtOrTrunc(count, at_.getInt64Ty());
  }
  return modular_base(pointer, row, lane);
}

}  // namespace heddle::compiler
