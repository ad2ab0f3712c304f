// SPDX-License-Identifier: Apache-2.0
// Makes the control-flow graph canonical before it is linearised.
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include "compiler/ir/managers.h"
#include "compiler/vectorize/linearize/linearize.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

void drop_double_edges(Function& kernel) {
  for (BasicBlock& block : kernel) {
    auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || branch->isUnconditional()) continue;
    BasicBlock* target = branch->getSuccessor(0);
    if (branch->getSuccessor(1) != target) continue;
    target->removePredecessor(&block, /*KeepOneInputPHIs=*/true);
    IRBuilder<>(branch).CreateBr(target);
    branch->eraseFromParent();
  }
}

/// Makes one return, in an empty block. An `unreachable` is never reached, so it may return, too.
/// Returns false if nothing returns.
bool unify_returns(Function& kernel) {
  SmallVector<Instruction*> ends;
  for (BasicBlock& block : kernel) {
    if (succ_empty(&block)) ends.push_back(block.getTerminator());
  }
  if (ends.empty()) return false;
  auto* last = BasicBlock::Create(kernel.getContext(), "return", &kernel);
  ReturnInst::Create(kernel.getContext(), last);
  for (Instruction* end : ends) {
    IRBuilder<>(end).CreateBr(last);
    end->eraseFromParent();
  }
  return true;
}

bool every_loop_ends(Function& kernel, FunctionAnalysisManager& analyses) {
  return analyses.getResult<PostDominatorTreeAnalysis>(kernel).root_size() == 1;
}

bool has_other_terminators(const Function& kernel) {
  return any_of(kernel, [](const BasicBlock& block) {
    return !isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(block.getTerminator());
  });
}

}  // namespace

bool canonicalize(Function& kernel, KernelContext& context, FunctionAnalysisManager& analyses) {
  if (has_other_terminators(kernel)) {
    context.report.note("not vectorised: a branch to a computed address");
    return false;
  }
  removeUnreachableBlocks(kernel);
  drop_double_edges(kernel);
  const bool returns = unify_returns(kernel);
  analyses.invalidate(kernel, PreservedAnalyses::none());
  if (!returns || !every_loop_ends(kernel, analyses)) {
    context.report.note("not vectorised: a loop without an end");
    return false;
  }
  FunctionPassManager passes;
  passes.addPass(LowerSwitchPass());
  passes.addPass(FixIrreduciblePass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.run(kernel, analyses);
  drop_double_edges(kernel);
  return true;
}

}  // namespace heddle::compiler
