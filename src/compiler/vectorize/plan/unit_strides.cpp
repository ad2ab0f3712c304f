// SPDX-License-Identifier: Apache-2.0
// Versions code by strides that are in memory: libraries of n-dimensional arrays keep sizes and
// strides in a buffer or a structure. Whether those of neighbouring work-items are all 1, as most
// are, is tested once, as LLVM's LoopAccessAnalysis does before loops; the code that follows is
// there twice. Strides that are arguments have variants (known_arguments.cpp).
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/analysis/shape.h"
#include "compiler/analysis/stride_arguments.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/vectorize/plan/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxInstructions = 600;  // a kernel that is there nearly twice
constexpr size_t kMaxStrides = 16;

/// Tells whether the load, and the addresses that only it is made with, may move to the beginning
/// of `to`: it runs wherever that does, and nothing is written on the way. Adds them to `moved`, in
/// their order.
bool may_move_up(LoadInst& load, BasicBlock& to, const DominatorTree& tree,
                 const PostDominatorTree& ends, SmallSetVector<Instruction*, 16>& moved) {
  BasicBlock& block = *load.getParent();
  if (!tree.dominates(&to, &block) || !ends.dominates(&block, &to)) return false;
  const auto passes = [](const Instruction& each) {
    return !each.mayWriteToMemory() && isGuaranteedToTransferExecutionToSuccessor(&each);
  };
  if (!all_of(make_range(block.begin(), load.getIterator()), passes)) return false;
  SmallSetVector<BasicBlock*, 16> between;
  if (&block != &to) between.insert(pred_begin(&block), pred_end(&block));
  for (size_t i = 0; i < between.size(); ++i) {
    BasicBlock* const at = between[i];
    if (!all_of(*at, passes)) return false;
    if (at != &to) between.insert(pred_begin(at), pred_end(at));
  }
  SmallVector<Instruction*> chain{&load};
  for (;;) {
    auto* const base = dyn_cast<Instruction>(chain.back()->getOperand(0));
    if (!base || (base->getParent() != &to && tree.dominates(base->getParent(), &to)) ||
        isa<AllocaInst>(base))
      break;
    auto* const address = dyn_cast<GetElementPtrInst>(base);
    if (!address || !address->hasAllConstantIndices()) return false;
    chain.push_back(address);
  }
  for (Instruction* each : reverse(chain)) moved.insert(each);
  return true;
}

/// Makes a copy of what `entry` dominates, in which `ones` are 1. Returns its first block.
BasicBlock* copy_with_ones(BasicBlock& entry, ArrayRef<LoadInst*> ones) {
  Function& kernel = *entry.getParent();
  SmallVector<BasicBlock*> blocks;
  DominatorTree(kernel).getDescendants(&entry, blocks);
  ValueToValueMapTy map;
  SmallVector<BasicBlock*> copies;
  for (LoadInst* each : ones) map[each] = ConstantInt::get(each->getType(), 1);
  for (BasicBlock* block : blocks) {
    BasicBlock* const copy = CloneBasicBlock(block, map, ".unit", &kernel);
    map[block] = copy;
    copies.push_back(copy);
  }
  remapInstructionsInBlocks(copies, map);
  const SmallPtrSet<BasicBlock*, 16> inside(blocks.begin(), blocks.end());
  for (BasicBlock* block : blocks) {
    for (BasicBlock* next : successors(block)) {
      if (inside.contains(next)) continue;
      for (PHINode& phi : next->phis()) {
        Value* const value = phi.getIncomingValueForBlock(block);
        Value* const copied = map.lookup(value);
        phi.addIncoming(copied ? copied : value, cast<BasicBlock>(map[block]));
      }
    }
  }
  const SimplifyQuery query(kernel.getDataLayout());
  for (BasicBlock* copy : copies) {
    for (Instruction& each : make_early_inc_range(*copy)) {
      Value* const simple = simplifyInstruction(&each, query);
      if (!simple) continue;
      each.replaceAllUsesWith(simple);
      if (isInstructionTriviallyDead(&each)) each.eraseFromParent();
    }
  }
  return cast<BasicBlock>(map[&entry]);
}

/// Puts each return into a block of its own, which the versions share.
void split_returns(Function& kernel) {
  for (BasicBlock& block : make_early_inc_range(kernel)) {
    if (isa<ReturnInst>(block.getTerminator()) && block.size() > 1)
      block.splitBasicBlock(block.getTerminator(), "return");
  }
}

}  // namespace

PreservedAnalyses unit_strides(Function& function, KernelContext& context,
                               FunctionAnalysisManager& analyses) {
  if (!context.options.optimize || context.options.width == 1 || !context.is_kernel(function) ||
      context.record.uses_sub_groups || function.getInstructionCount() > kMaxInstructions ||
      !all_of(instructions(function), [](const Instruction& each) { return may_be_copied(each); }))
    return PreservedAnalyses::all();
  const auto in_memory = analyses.getResult<StrideArgumentsAnalysis>(function).in_memory();
  if (in_memory.empty()) return PreservedAnalyses::all();
  Lanes lanes;
  lanes.width = context.isa.register_bits() / 32;
  lanes.small_objects = !context.options.wide_ids;
  const Shapes& shapes = analyses.getResult<LaneShapesAnalysis>(function).at(lanes);
  const auto& loops = analyses.getResult<LoopAnalysis>(function);
  const auto& tree = analyses.getResult<DominatorTreeAnalysis>(function);
  const auto& ends = analyses.getResult<PostDominatorTreeAnalysis>(function);
  SmallSetVector<LoadInst*, 4> found;
  // A factor steps between neighbouring lanes, at least within pieces (`item % width`) or modulo
  // 2^32.
  for (const auto& [load, factor] : in_memory)
    if (shapes.of(factor).stride != 0 && !loops.getLoopFor(load->getParent())) found.insert(load);
  if (found.empty() || found.size() > kMaxStrides) return PreservedAnalyses::all();
  BasicBlock* at = found.front()->getParent();
  for (LoadInst* each : found)
    if (tree.dominates(each->getParent(), at)) at = each->getParent();
  SmallSetVector<LoadInst*, 4> strides;
  SmallSetVector<Instruction*, 16> moved;
  for (LoadInst* each : found)
    if (may_move_up(*each, *at, tree, ends, moved)) strides.insert(each);
  if (strides.empty()) return PreservedAnalyses::all();

  BasicBlock::iterator begin = at->getFirstNonPHIOrDbgOrAlloca();
  const auto is_alloca = [](const Instruction& each) { return isa<AllocaInst>(each); };
  if (any_of(make_range(begin, at->end()), is_alloca)) return PreservedAnalyses::all();
  for (Instruction* each : moved) {
    if (each->getIterator() == begin)
      ++begin;
    else
      each->moveBefore(*at, begin);
  }
  split_returns(function);
  BasicBlock* const general = at->splitBasicBlock(begin, "any.strides");
  IRBuilder<> builder(at->getTerminator());
  Value* all = nullptr;
  for (LoadInst* each : strides) {
    Value* const is_one = builder.CreateICmpEQ(each, ConstantInt::get(each->getType(), 1));
    all = all ? builder.CreateAnd(all, is_one) : is_one;
  }
  BasicBlock* const unit = copy_with_ones(*general, strides.getArrayRef());
  builder.CreateCondBr(all, unit, general,
                       MDBuilder(function.getContext()).createLikelyBranchWeights());
  at->getTerminator()->eraseFromParent();
  context.report.note("strides in memory: a version for those of 1");
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
