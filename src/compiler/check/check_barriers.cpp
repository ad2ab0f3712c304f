// SPDX-License-Identifier: Apache-2.0
// Notes each barrier that a work-item comes to, and its end, so that the runtime finds the groups
// whose work-items come to different barriers (OpenCL C 2.0 §6.13.8). Kernels of which is known
// that all work-items of a group meet stay as they are.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "abi/check_abi.h"
#include "compiler/analysis/meeting.h"
#include "compiler/check/passes.h"
#include "compiler/check/services.h"
#include "compiler/check/site.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

using Blocks = SmallPtrSet<const BasicBlock*, 16>;

/// Returns the blocks with barriers of sub-groups.
Blocks blocks_of_sub_groups(const Function& kernel) {
  Blocks blocks;
  for (const Instruction& each : instructions(kernel))
    if (called_internal(each) == Internal::VectorBarrier) blocks.insert(each.getParent());
  return blocks;
}

/// Tells whether it is known that all work-items of a group come to the same barriers, those of its
/// sub-groups included.
bool meet_together(Function& kernel, FunctionAnalysisManager& analyses) {
  removeUnreachableBlocks(kernel);
  split_at_barriers(kernel);
  analyses.invalidate(kernel, PreservedAnalyses::none());
  const RegionGraph& graph = analyses.getResult<RegionsAnalysis>(kernel);
  const Uniformity& uniformity = analyses.getResult<KernelUniformityAnalysis>(kernel).of_group();
  const auto& joins = analyses.getResult<PostDominatorTreeAnalysis>(kernel);
  const Blocks of_sub_groups = blocks_of_sub_groups(kernel);
  // The number of a work-item in its sub-group counts as one value before there are vectors.
  const auto decides = [&](const BasicBlock& block) {
    return succ_size(&block) > 1 && decides_on_barrier(block, of_sub_groups, joins);
  };
  return none_of(kernel, decides) &&
         find_meeting(kernel, graph, uniformity, joins) == Meeting::Together;
}

}  // namespace

PreservedAnalyses check_barriers(Module& module, KernelContext& context,
                                 ModuleAnalysisManager& analyses) {
  Function& kernel = *context.kernel(module);
  if (!(checks_of(kernel) & kCheckBarriers) ||
      (!has_barriers(kernel) && blocks_of_sub_groups(kernel).empty()))
    return PreservedAnalyses::all();
  FunctionAnalysisManager& of_function = of_functions(module, analyses);
  PromotePass().run(kernel, of_function);
  of_function.invalidate(kernel, PreservedAnalyses::none());
  if (!(checks_of(kernel) & kCheckMemory)) {
    SROAPass(SROAOptions::PreserveCFG).run(kernel, of_function);
    of_function.invalidate(kernel, PreservedAnalyses::none());
  }
  if (meet_together(kernel, of_function)) return PreservedAnalyses::none();
  SmallVector<Instruction*> barriers, of_sub_groups, ends;
  for (Instruction& each : instructions(kernel)) {
    if (called_internal(each) == Internal::Barrier && !is_yield(each)) barriers.push_back(&each);
    if (called_internal(each) == Internal::VectorBarrier) of_sub_groups.push_back(&each);
    if (isa<ReturnInst>(each)) ends.push_back(&each);
  }
  Sites sites(module, context);
  CheckServices services(kernel, context);
  const auto note = [&](Instruction& before, uint32_t kind, uint32_t number) {
    IRBuilder<> at(&before);
    services.note_meeting(at, sites.describe_meeting(before, kind, number));
  };
  uint32_t number = 0;
  for (Instruction* each : barriers) note(*each, HD_SITE_BARRIER, ++number);
  for (Instruction* each : of_sub_groups) note(*each, HD_SITE_SUB_GROUP, ++number);
  for (Instruction* each : ends) note(*each, HD_SITE_END, 0);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
