// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/vectorize/narrow.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/DemandedBits.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

/// `instruction` in `type`, its result extended again: the high bits are not looked at.
Value* in_type(Instruction& instruction, Type* type) {
  IRBuilder<> at(&instruction);
  auto cut = [&](Value* value) { return at.CreateTrunc(value, type); };
  if (auto* op = dyn_cast<BinaryOperator>(&instruction))
    return at.CreateBinOp(op->getOpcode(), cut(op->getOperand(0)), cut(op->getOperand(1)));
  if (auto* select = dyn_cast<SelectInst>(&instruction)) {
    return at.CreateSelect(select->getCondition(), cut(select->getTrueValue()),
                           cut(select->getFalseValue()));
  }
  if (auto* cast = dyn_cast<CastInst>(&instruction)) {
    if (cast->getOpcode() == Instruction::SExt)
      return at.CreateSExtOrTrunc(cast->getOperand(0), type);
    if (cast->getOpcode() == Instruction::ZExt || cast->getOpcode() == Instruction::Trunc)
      return at.CreateZExtOrTrunc(cast->getOperand(0), type);
  }
  return nullptr;
}

}  // namespace

bool narrow(Function& kernel) {
  AssumptionCache assumptions(kernel);
  DominatorTree dominators(kernel);
  DemandedBits demanded(kernel, assumptions, dominators);
  SmallVector<BasicBlock*> blocks;
  for (BasicBlock& block : kernel) blocks.push_back(&block);
  bool changed = false;
  for (auto [instruction, bits] : computeMinimumValueSizes(blocks, demanded, nullptr)) {
    Type* before = instruction->getType();
    if (!before->isIntegerTy() || bits < 8 || bits >= before->getIntegerBitWidth()) continue;
    Value* replacement = in_type(*instruction, IntegerType::get(before->getContext(), bits));
    if (!replacement) continue;
    IRBuilder<> at(instruction);
    instruction->replaceAllUsesWith(at.CreateZExt(replacement, before));
    changed = true;
  }
  return changed;
}

}  // namespace heddle::compiler
