// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/modular_addresses.h"

#include <llvm/IR/IRBuilder.h>

#include "compiler/analysis/modular_affine.h"
#include "compiler/vectorize/widen/recomputed.h"
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
