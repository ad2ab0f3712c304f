// SPDX-License-Identifier: Apache-2.0
// Notes each barrier that a work-item comes to, and its end, so that the runtime finds the groups
// whose work-items come to different barriers (OpenCL C 2.0 §6.13.8). Kernels of which is known
// that all work-items of a group meet stay as they are.
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

bool meet_together(Function& kernel, FunctionAnalysisManager& analyses) {
  removeUnreachableBlocks(kernel);
  split_at_barriers(kernel);
  analyses.invalidate(kernel, PreservedAnalyses::none());
  const RegionGraph& graph = analyses.getResult<RegionsAnalysis>(kernel);
  const Uniformity& uniformity = analyses.getResult<KernelUniformityAnalysis>(kernel).of_group();
  return find_meeting(kernel, graph, uniformity,
                      analyses.getResult<PostDominatorTreeAnalysis>(kernel)) == Meeting::Together;
}

}  // namespace

PreservedAnalyses check_barriers(Module& module, KernelContext& context,
                                 ModuleAnalysisManager& analyses) {
  Function& kernel = *context.kernel(module);
  if (!(checks_of(kernel) & kCheckBarriers) || !has_barriers(kernel))
    return PreservedAnalyses::all();
  FunctionAnalysisManager& of_function = of_functions(module, analyses);
  PromotePass().run(kernel, of_function);
  of_function.invalidate(kernel, PreservedAnalyses::none());
  if (!(checks_of(kernel) & kCheckMemory)) {
    SROAPass(SROAOptions::PreserveCFG).run(kernel, of_function);
    of_function.invalidate(kernel, PreservedAnalyses::none());
  }
  if (meet_together(kernel, of_function)) return PreservedAnalyses::none();
  SmallVector<Instruction*> barriers, ends;
  for (Instruction& each : instructions(kernel)) {
    if (called_internal(each) == Internal::Barrier && !is_yield(each)) barriers.push_back(&each);
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
  for (Instruction* each : ends) note(*each, HD_SITE_END, 0);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
