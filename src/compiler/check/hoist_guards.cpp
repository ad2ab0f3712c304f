// SPDX-License-Identifier: Apache-2.0
// Tests of guarded accesses, as comparisons. Where arguments and sizes tell before the launch that
// accesses are within their objects, the kernel is there twice: the beginning asks once for all of
// these, and goes on to code without their tests, which has no masks and no branches more than the
// program's own. LLVM's LoopVersioning does so for loops.
#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/check/launch_ranges.h"
#include "compiler/check/passes.h"
#include "compiler/ir/inside_test.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/techniques.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxInstructions = 4000;  // a kernel that is there twice
constexpr size_t kMaxTests = 64;

/// Puts each return into a block of its own, which the versions share.
void split_returns(Function& kernel) {
  for (BasicBlock& block : make_early_inc_range(kernel)) {
    if (isa<ReturnInst>(block.getTerminator()) && block.size() > 1)
      block.splitBasicBlock(block.getTerminator(), "return");
  }
}

/// Makes a copy of all after `entry` in which `tests` hold. Returns the copy of `first`.
BasicBlock* copy_without(ArrayRef<Instruction*> tests, BasicBlock& first) {
  Function& kernel = *first.getParent();
  SmallVector<BasicBlock*> blocks;
  for (BasicBlock& block : kernel)
    if (&block != &kernel.getEntryBlock() && !isa<ReturnInst>(block.getTerminator()))
      blocks.push_back(&block);
  ValueToValueMapTy map;
  SmallVector<BasicBlock*> copies;
  for (BasicBlock* block : blocks) {
    copies.push_back(CloneBasicBlock(block, map, ".inside", &kernel));
    map[block] = copies.back();
  }
  remapInstructionsInBlocks(copies, map);
  for (Instruction* test : tests) {
    auto* copy = cast<Instruction>(map[test]);
    copy->replaceAllUsesWith(ConstantInt::getTrue(kernel.getContext()));
    copy->eraseFromParent();
  }
  return cast<BasicBlock>(map[&first]);
}

/// Asks for all that the launch tells of, and makes the version without their tests.
bool make_versions(Function& kernel, KernelContext& context, FunctionAnalysisManager& analyses) {
  // All work-items of a launch run the same version, and meet at its barriers.
  const auto may_be_twice = [](const Instruction& each) {
    const bool is_barrier = called_internal(each) == Internal::Barrier && !is_yield(each);
    return (is_barrier || may_be_copied(each)) && !isa<AllocaInst>(each);
  };
  SmallVector<Instruction*> tests;
  for (Instruction& each : instructions(kernel))
    if (is_inside_test(each)) tests.push_back(&each);
  if (tests.empty() || tests.size() > kMaxTests ||
      kernel.getInstructionCount() > kMaxInstructions || context.record.uses_sub_groups)
    return false;
  for (const BasicBlock& block : drop_begin(kernel))
    if (!all_of(block, may_be_twice)) return false;
  BasicBlock& entry = kernel.getEntryBlock();
  Instruction* at = entry.getTerminator();
  for (Instruction* test : reverse(tests))
    if (test->getParent() == &entry) at = test;
  if (!all_of(make_range(at->getIterator(), entry.end()), may_be_twice)) return false;
  LaunchRanges ranges(*at, analyses.getResult<ScalarEvolutionAnalysis>(kernel),
                      analyses.getResult<LoopAnalysis>(kernel),
                      analyses.getResult<DominatorTreeAnalysis>(kernel));
  Value* all = nullptr;
  SmallVector<Instruction*> known;
  IRBuilder<> builder(at);
  for (Instruction* test : tests) {
    Value* inside = ranges.below(*test->getOperand(0), *test->getOperand(1), *test->getParent());
    if (!inside) continue;
    known.push_back(test);
    all = all ? builder.CreateAnd(all, inside) : inside;
  }
  if (known.empty()) return false;
  context.report.note("guards: " + std::to_string(known.size()) + " of " +
                      std::to_string(tests.size()) + " are tested once a launch");
  split_returns(kernel);
  BasicBlock* const general = at->getParent()->splitBasicBlock(at, "guarded");
  BasicBlock* const inside = copy_without(known, *general);
  Instruction* before = entry.getTerminator();
  builder.SetInsertPoint(before);
  builder.CreateCondBr(all, inside, general,
                       MDBuilder(kernel.getContext()).createLikelyBranchWeights());
  before->eraseFromParent();
  size_t size = 0;
  for (BasicBlock* block : depth_first(inside)) size += block->size();
  kernel.addFnAttr(kVersionSize, std::to_string(size));
  return true;
}

}  // namespace

PreservedAnalyses hoist_guards(Module& module, KernelContext& context,
                               ModuleAnalysisManager& analyses) {
  Function& kernel = *context.kernel(module);
  if (!kernel.hasFnAttribute(kGuarded)) return PreservedAnalyses::all();
  FunctionAnalysisManager& of_function = of_functions(module, analyses);
  const bool may_be_twice =
      context.options.optimize && Techniques(kernel, of_function).allow(Technique::HoistedGuards);
  const bool has_versions = may_be_twice && make_versions(kernel, context, of_function);
  Function& test = inside_test(module);
  for (User* user : make_early_inc_range(test.users())) {
    auto* call = cast<CallInst>(user);
    IRBuilder<> at(call);
    call->replaceAllUsesWith(at.CreateICmpULT(call->getArgOperand(0), call->getArgOperand(1)));
    call->eraseFromParent();
  }
  test.eraseFromParent();
  if (has_versions) kernel.addFnAttr(kHasVersions);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
