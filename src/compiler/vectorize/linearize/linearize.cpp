// SPDX-License-Identifier: Apache-2.0
// Partial control-flow linearisation (Moll and Hack, PLDI 2018): the blocks of both sides of a
// divergent branch run one after the other, each under the mask of its lanes. Uniform branches
// stay.
#include "compiler/vectorize/linearize/linearize.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>

#include "compiler/analysis/sub_group_lanes.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/drop_lane_intrinsics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/managers.h"
#include "compiler/target/instruction_set.h"
#include "compiler/vectorize/linearize/fold.h"
#include "compiler/vectorize/linearize/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Erases llvm.assume, which holds for active lanes only, and lifetime markers: a variable's life
/// does not end for all lanes where it ends for some.
void erase_assumptions_and_lifetimes(Function& kernel) {
  for (Instruction& each : make_early_inc_range(instructions(kernel))) {
    if (isa<AssumeInst, LifetimeIntrinsic>(each)) each.eraseFromParent();
  }
}

/// Finds phis after divergent loops that LLVM's analysis takes for uniform. Lanes come to them by
/// different exits, or with values of different iterations (temporal divergence).
void find_temporal_divergence(const Level& level, const Uniformity& uniformity,
                              Uniformity::Values& found) {
  for (const LevelNode& node : level.nodes) {
    if (!node.loop) continue;
    find_temporal_divergence(*node.loop, uniformity, found);
    if (!node.loop->is_divergent) continue;
    for (BasicBlock* exit : node.loop->exits) {
      for (const PHINode& phi : exit->phis()) {
        if (!phi.hasConstantOrUndefValue() && uniformity.is_uniform(phi)) found.insert(&phi);
      }
    }
  }
}

void fold(Function& kernel, KernelContext& context, Value& base,
          FunctionAnalysisManager& analyses) {
  const auto& uniformity_of = analyses.getResult<KernelUniformityAnalysis>(kernel);
  const auto& loops = analyses.getResult<LoopAnalysis>(kernel);
  Uniformity::Values parted;
  for (;;) {
    const Uniformity uniformity = uniformity_of.of_tile(context.lanes, parted);
    Level function = find_levels(kernel, uniformity, loops);
    const size_t known = parted.size();
    find_temporal_divergence(function, uniformity, parted);
    if (parted.size() > known) continue;
    const bool masks_are_cheap = context.isa.has_mask_registers();
    Folder(kernel, uniformity, base, masks_are_cheap).run(function);
    return;
  }
}

void clean_up(Function& kernel, FunctionAnalysisManager& analyses) {
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
  passes.addPass(DCEPass());
  passes.run(kernel, analyses);
}

bool is_linear(Function& kernel, KernelContext& context, FunctionAnalysisManager& analyses) {
  const Uniformity& uniformity =
      analyses.getResult<KernelUniformityAnalysis>(kernel).of_tile(context.lanes);
  for (const BasicBlock& block : kernel) {
    if (!uniformity.has_divergent_branch(block)) continue;
    context.report.note("not vectorised: a branch stayed divergent", *block.getTerminator());
    return false;
  }
  return true;
}

bool linearize_kernel(Function& kernel, KernelContext& context, FunctionAnalysisManager& analyses) {
  if (kernel.size() > kMaxBlocks && wanted_sub_group_size(context) == 0) {
    context.report.note("not vectorised: too many blocks");
    return false;
  }
  if (!canonicalize(kernel, context, analyses)) return false;
  erase_assumptions_and_lifetimes(kernel);
  analyses.invalidate(kernel, PreservedAnalyses::none());
  if (context.options.optimize) run(kSinkCommonStores, kernel, context, analyses);
  IRBuilder<> at(&kernel.getEntryBlock(), kernel.getEntryBlock().begin());
  Value* base = at.CreateCall(lane_internal(*kernel.getParent(), Internal::LaneMask), {}, "lanes");
  if (context.options.optimize) run(kUnmaskedVersions, kernel, context, analyses);
  fold(kernel, context, *base, analyses);
  analyses.invalidate(kernel, PreservedAnalyses::none());
  clean_up(kernel, analyses);
  return is_linear(kernel, context, analyses);
}

}  // namespace

PreservedAnalyses linearize(Function& function, KernelContext& context,
                            FunctionAnalysisManager& analyses) {
  if (!context.is_kernel(function) || !context.lanes.are_used() || context.lanes.same)
    return PreservedAnalyses::all();
  if (linearize_kernel(function, context, analyses)) return PreservedAnalyses::none();
  context.lanes = {};
  drop_lane_intrinsics(function);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
