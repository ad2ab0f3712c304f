// SPDX-License-Identifier: Apache-2.0
#include "compiler/groups/whole_vectors.h"

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/marks.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Tells whether lanes without a work-item access memory that nobody reads.
bool has_idle_lanes(const BasicBlock& block) {
  return any_of(block, [](const Instruction& each) {
    return isa<SelectInst>(each) && each.getType()->isPointerTy() &&
           isa<AllocaInst>(each.getOperand(2));
  });
}

}  // namespace

void choose_whole_vectors_at_run_time(Function& kernel, DominatorTree& tree) {
  SmallVector<CallBase*> masks;
  for (Instruction& instruction : instructions(kernel)) {
    if (called_internal(instruction) == Internal::LaneMask)
      masks.push_back(&cast<CallBase>(instruction));
  }
  if (masks.empty()) return;
  for (BasicBlock& block : kernel) {
    if (!asks_for_all_lanes(block)) continue;
    auto* branch = cast<BranchInst>(block.getTerminator());
    IRBuilder<> at(branch);
    Value* lanes = at.CreateCall(masks[0]->getFunctionType(), masks[0]->getCalledOperand());
    branch->setCondition(at.CreateAnd(branch->getCondition(), at.CreateAndReduce(lanes)));
    BasicBlockEdge edge(&block, branch->getSuccessor(0));
    for (CallBase* mask : masks)
      replaceDominatedUsesWith(mask, Constant::getAllOnesValue(mask->getType()), tree, edge);
  }
}

Blocks choose_whole_vectors(Function& kernel) {
  Blocks chosen;
  for (const BasicBlock& block : kernel) {
    if (has_idle_lanes(block)) chosen.insert(&block);
  }
  SmallVector<WeakVH> masks;
  for (Instruction& instruction : instructions(kernel)) {
    if (called_internal(instruction) == Internal::LaneMask) masks.emplace_back(&instruction);
  }
  for (const WeakVH& each : masks) {
    auto* mask = cast<Instruction>(each);
    replaceAndRecursivelySimplify(mask, Constant::getAllOnesValue(mask->getType()));
    if (each) mask->eraseFromParent();
  }
  for (BasicBlock& block : kernel) {
    if (ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true)) chosen.insert(&block);
  }
  removeUnreachableBlocks(kernel);
  return chosen;
}

void drop_whole_vectors(BasicBlock& block) {
  if (asks_for_all_lanes(block))
    cast<BranchInst>(block.getTerminator())
        ->setCondition(ConstantInt::getFalse(block.getContext()));
}

}  // namespace heddle::compiler
