// SPDX-License-Identifier: Apache-2.0
// Runs LLVM's scalar passes, before and after the loops over work-items exist. The lists are
// shorter than the default pipeline: a tiny program has to be built in milliseconds.
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/BDCE.h>
#include <llvm/Transforms/Scalar/CorrelatedValuePropagation.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "compiler/analysis/restrict.h"
#include "compiler/analysis/same_in_group.h"
#include "compiler/check/hoist_checks.h"
#include "compiler/ir/id_arithmetic.h"
#include "compiler/ir/inside_test.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/preserved.h"
#include "compiler/lower/image_fields.h"
#include "compiler/lower/noalias_arguments.h"
#include "compiler/tune/nan_tests.h"
#include "compiler/tune/passes.h"
#include "compiler/tune/unroll_opaque.h"
#include "compiler/tune/unroll_private.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

void run(FunctionPassManager& passes, Module& module, ModuleAnalysisManager& analyses) {
  FunctionAnalysisManager& of_function = of_functions(module, analyses);
  for (Function& function : module) {
    if (!function.isDeclaration()) passes.run(function, of_function);
  }
}

bool is_large(const Module& module) {
  return any_of(module, [](const Function& function) { return function.size() > kMaxBlocks; });
}

void add_hoisting(FunctionPassManager& passes) {
  LoopPassManager rotate;
  rotate.addPass(LoopRotatePass(/*EnableHeaderDuplication=*/true));
  rotate.addPass(LICMPass(LICMOptions()));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(rotate), /*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
}

void add_induction(FunctionPassManager& passes) {
  LoopPassManager induction;
  induction.addPass(IndVarSimplifyPass());
  induction.addPass(LoopDeletionPass());
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(induction)));
}

/// Adds full unrolling of short loops with constant bounds, which turns private arrays into
/// registers.
void add_unrolling(FunctionPassManager& passes) {
  passes.addPass(UnrollPrivatePass());
  passes.addPass(UnrollOpaquePass());
  LoopPassManager unroll;
  unroll.addPass(LoopFullUnrollPass(/*OptLevel=*/2));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(unroll)));
}

/// Tells whether rotating or deleting loops takes too long: for each such loop the dominator tree
/// of all blocks after it is recomputed.
bool has_too_many_loops(const Module& module) {
  constexpr size_t kMost = size_t{1} << 20;  // blocks times loops
  return any_of(module, [](const Function& function) {
    if (function.size() <= kMaxBlocks) return false;
    SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> back_edges;
    FindFunctionBackedges(function, back_edges);
    return function.size() * back_edges.size() > kMost;
  });
}

/// Tells whether variables stay in memory, where debuggers find them from their first line to the
/// last. They do with -g and without optimisation, except in kernels whose analysis needs values
/// (of barriers' conditions, of samplers, of loops in which sub-groups wait).
bool stays_debuggable(const Module& module, const KernelContext& context) {
  if (context.record.uses_sub_groups) return false;
  return all_of(module, [](const Function& function) {
    if (function.isDeclaration()) return true;
    return function.getSubprogram() && none_of(instructions(function), [](const Instruction& each) {
             const Internal intrinsic = called_internal(each);
             return intrinsic == Internal::Barrier || intrinsic == Internal::GroupScratch ||
                    intrinsic == Internal::ImageField || intrinsic >= Internal::VectorIndex;
           });
  });
}

/// Replaces pinned values by themselves: nothing hoists any more.
void drop_pins(Module& module, FunctionAnalysisManager& analyses) {
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  auto* pinned = cast<Function>(pinned_internal(module).getCallee());
  for (User* user : make_early_inc_range(pinned->users())) {
    auto* call = cast<CallInst>(user);
    analyses.invalidate(*call->getFunction(), preserved);
    call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
  pinned->eraseFromParent();
}

bool has_huge_switch(const Module& module) {
  return any_of(module, [](const Function& function) { return most_cases(function) > kMaxCases; });
}

/// The sizes of a module that forbid some passes.
struct Sizes {
  bool huge_switch, too_many_loops;
  explicit Sizes(const Module& module)
      : huge_switch(has_huge_switch(module)), too_many_loops(has_too_many_loops(module)) {}
};

/// Adds simplification of the control flow unless there is a huge switch: for each case LLVM asks
/// about all the others. With too many loops it keeps none canonical, as it would look for each
/// block among the headers of all loops; passes that want canonical ones make them.
void add_simplification(FunctionPassManager& passes, const Sizes& sizes, bool hoist = false) {
  if (sizes.huge_switch) return;
  passes.addPass(SimplifyCFGPass(
      SimplifyCFGOptions().hoistCommonInsts(hoist).needCanonicalLoops(!sizes.too_many_loops)));
}

void add_values_of_branches(FunctionPassManager& passes, const Sizes& sizes) {
  if (sizes.huge_switch) return;
  passes.addPass(CorrelatedValuePropagationPass());
  passes.addPass(GVNPass());
}

}  // namespace

PreservedAnalyses optimize_work_item(Module& module, KernelContext& context,
                                     ModuleAnalysisManager& analyses) {
  const Sizes sizes(module);
  FunctionPassManager passes;
  if (!context.options.optimize) {
    // Without SSA every variable would live in memory across barriers.
    if (!stays_debuggable(module, context)) passes.addPass(PromotePass());
    passes.addPass(ImageFieldsPass(context));
    passes.addPass(SameInGroupPass());
    run(passes, module, analyses);
    return functions_preserved();
  }
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(RestrictPass());
  passes.addPass(NoAliasArgumentsPass(context));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
  passes.addPass(ImageFieldsPass(context));
  passes.addPass(SameInGroupPass());
  add_simplification(passes, sizes);
  passes.addPass(IdArithmeticPass(context));
  passes.addPass(InstCombinePass());
  run(passes, module, analyses);
  passes = FunctionPassManager();
  if (!sizes.huge_switch && !has_too_many_loops(module)) {
    add_hoisting(passes);
    passes.addPass(HoistChecksPass());
    passes.addPass(InstCombinePass());
    add_induction(passes);
    add_unrolling(passes);
  }
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(NanTestsPass());
  passes.addPass(InstCombinePass());
  add_values_of_branches(passes, sizes);
  passes.addPass(BDCEPass());
  passes.addPass(DSEPass());
  passes.addPass(ADCEPass());
  // Common beginnings of both arms of a branch need no mask before it.
  add_simplification(passes, sizes, /*hoist=*/true);
  run(passes, module, analyses);
  return functions_preserved();
}

PreservedAnalyses optimize_versions(Module& module, KernelContext& context,
                                    ModuleAnalysisManager& analyses) {
  Function& kernel = *context.kernel(module);
  if (!kernel.hasFnAttribute(kHasVersions)) return PreservedAnalyses::all();
  kernel.removeFnAttr(kHasVersions);
  return optimize_work_item(module, context, analyses);
}

PreservedAnalyses optimize_group(Module& module, KernelContext& context,
                                 ModuleAnalysisManager& analyses) {
  const Sizes sizes(module);
  FunctionPassManager passes;
  passes.addPass(PromotePass());
  if (context.options.optimize) {
    passes.addPass(DCEPass());  // else CSE finds dead code again
    passes.addPass(SROAPass(SROAOptions::PreserveCFG));
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    add_simplification(passes, sizes);
    passes.addPass(InstCombinePass());
    // The kernel's own loops have simple counters already, as those over work-items have: looking
    // for simpler ones would take a fifth of these passes' time and find none.
    if (!is_large(module)) add_hoisting(passes);
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    if (!sizes.too_many_loops) {
      LoopPassManager hoist;
      hoist.addPass(LICMPass(LICMOptions()));
      passes.addPass(createFunctionToLoopPassAdaptor(std::move(hoist), /*UseMemorySSA=*/true));
    }
    add_simplification(passes, sizes);
  }
  run(passes, module, analyses);
  drop_pins(module, of_functions(module, analyses));
  return functions_preserved();
}

}  // namespace heddle::compiler
