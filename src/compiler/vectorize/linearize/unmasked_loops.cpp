// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/linearize/unmasked_loops.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/analysis/leaving_lanes.h"
#include "compiler/analysis/regions.h"
#include "compiler/analysis/shape.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

using Blocks = SmallSetVector<BasicBlock*, 16>;

/// Returns the blocks that not all lanes run. The branch of `but` does not count.
Blocks masked_blocks(Function& kernel, const Uniformity& uniformity, const PostDominatorTree& joins,
                     const BasicBlock* but) {
  Blocks masked;
  for (BasicBlock& block : kernel) {
    if (&block == but || !uniformity.has_divergent_branch(block)) continue;
    BasicBlock* const join = join_of(block, joins);
    SmallVector<BasicBlock*> work(successors(&block));
    SmallPtrSet<BasicBlock*, 16> seen;
    while (!work.empty()) {
      BasicBlock* const at = work.pop_back_val();
      if (at == join || !seen.insert(at).second) continue;
      masked.insert(at);
      append_range(work, successors(at));
    }
  }
  return masked;
}

bool may_be_copied(const Loop& loop) {
  return all_of(loop.blocks(), [](const BasicBlock* block) {
    return all_of(*block,
                  [](const Instruction& each) { return heddle::compiler::may_be_copied(each); });
  });
}

/// Makes a copy of the loop, which runs before it. The copy ends when a lane leaves it.
void make_version(Loop& loop, Value& mask) {
  BasicBlock *const before = loop.getLoopPreheader(), *const header = loop.getHeader(),
                    *const latch = loop.getLoopLatch(), *const exit = loop.getExitBlock();
  Function& kernel = *header->getParent();
  LLVMContext& context = kernel.getContext();
  ValueToValueMapTy map;
  SmallVector<BasicBlock*> copies;
  for (BasicBlock* block : loop.blocks()) {
    BasicBlock* const copy = CloneBasicBlock(block, map, ".all.lanes", &kernel);
    copy->moveBefore(header);
    map[block] = copy;
    copies.push_back(copy);
  }
  remapInstructionsInBlocks(copies, map);
  const auto copy_of = [&](Value* value) {
    Value* const copied = map.lookup(value);
    return copied ? copied : value;
  };
  auto* const first = cast<BasicBlock>(map[header]);
  auto* const last = cast<BasicBlock>(map[latch]);
  auto* const left = BasicBlock::Create(context, "lanes.left", &kernel, header);
  auto* const rest = BasicBlock::Create(context, "rest.ph", &kernel, header);
  auto* const done = BasicBlock::Create(context, "rest.done", &kernel, exit);
  before->getTerminator()->replaceSuccessorWith(header, first);

  // The copy runs as long as all lanes go on.
  auto* const branch = cast<BranchInst>(last->getTerminator());
  const bool goes_on_if = branch->getSuccessor(0) == first;
  IRBuilder<> at(branch);
  at.SetCurrentDebugLocation(branch->getDebugLoc());
  Value* goes_on = branch->getCondition();
  if (!goes_on_if) goes_on = at.CreateNot(goes_on);
  Value* const all = at.CreateCall(lane_internal(*kernel.getParent(), Internal::All),
                                   at.CreateLogicalOr(at.CreateNot(&mask), goes_on), "all");
  BranchInst* const again = at.CreateCondBr(all, first, left);
  again->copyMetadata(*branch, {LLVMContext::MD_loop});
  branch->eraseFromParent();

  // Values leave each of the two loops through phis.
  IRBuilder<> from_copy(left);
  const auto leave_copy = [&](Value* value) -> Value* {
    auto* const instruction = dyn_cast<Instruction>(value);
    if (!instruction || !is_contained(copies, instruction->getParent())) return value;
    PHINode* const phi = from_copy.CreatePHI(value->getType(), 1, value->getName());
    phi->addIncoming(value, last);
    return phi;
  };
  for (PHINode& phi : header->phis()) {
    const int entry = phi.getBasicBlockIndex(before);
    phi.setIncomingValue(entry, leave_copy(copy_of(phi.getIncomingValueForBlock(latch))));
    phi.setIncomingBlock(entry, rest);
  }
  IRBuilder<> from_rest(done);
  for (PHINode& phi : exit->phis()) {
    Value* const value = phi.getIncomingValueForBlock(latch);
    phi.addIncoming(leave_copy(copy_of(value)), left);
    PHINode* const through = from_rest.CreatePHI(value->getType(), 1, value->getName());
    through->addIncoming(value, latch);
    const int of_rest = phi.getBasicBlockIndex(latch);
    phi.setIncomingValue(of_rest, through);
    phi.setIncomingBlock(of_rest, done);
  }
  Value* const is_left = leave_copy(goes_on);
  from_copy.CreateCondBr(is_left, rest, exit);
  IRBuilder<>(rest).CreateBr(header);
  from_rest.CreateBr(exit);
  latch->getTerminator()->replaceSuccessorWith(exit, done);
}

}  // namespace

void make_unmasked_loops(Function& kernel, const Lanes& lanes, Value& mask, unsigned budget,
                         FunctionAnalysisManager& analyses) {
  const Shapes& shapes = analyses.getResult<LaneShapesAnalysis>(kernel).at(lanes);
  const Uniformity& uniformity =
      analyses.getResult<KernelUniformityAnalysis>(kernel).of_tile(lanes);
  const auto& joins = analyses.getResult<PostDominatorTreeAnalysis>(kernel);
  SmallVector<Loop*> found;
  for (Loop* loop : analyses.getResult<LoopAnalysis>(kernel).getLoopsInPreorder()) {
    BasicBlock* const latch = loop->getLoopLatch();
    if (!loop->isInnermost() || !loop->isLoopSimplifyForm() || loop->getExitingBlock() != latch ||
        !uniformity.has_divergent_branch(*latch))
      continue;
    const auto& branch = cast<BranchInst>(*latch->getTerminator());
    size_t size = 0;
    for (const BasicBlock* block : loop->blocks()) size += block->size();
    if (size > budget || !leaves_together(*branch.getCondition(), *loop, shapes) ||
        !may_be_copied(*loop))
      continue;
    if (masked_blocks(kernel, uniformity, joins, latch).contains(loop->getHeader())) continue;
    budget -= size;
    found.push_back(loop);
  }
  for (Loop* loop : found) make_version(*loop, mask);
}

}  // namespace heddle::compiler
