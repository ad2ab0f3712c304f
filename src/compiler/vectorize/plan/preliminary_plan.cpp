// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/plan/preliminary_plan.h"

#include <llvm/Analysis/ValueTracking.h>

#include "compiler/analysis/leaving_lanes.h"
#include "compiler/analysis/uniformity.h"

namespace heddle::compiler {
using namespace llvm;

PreliminaryPlan::PreliminaryPlan(Function& kernel, FunctionAnalysisManager& analyses,
                                 const Lanes& lanes, const InstructionSet& machine)
    : kernel_(kernel),
      analyses_(analyses),
      lanes_(lanes),
      loops_(analyses.getResult<LoopAnalysis>(kernel)),
      tree_(analyses.getResult<DominatorTreeAnalysis>(kernel)),
      shapes_(analyses.getResult<LaneShapesAnalysis>(kernel).at(lanes)),
      techniques_(kernel, analyses),
      groups_(kernel, shapes_, techniques_, analyses),
      structures_(kernel, shapes_, groups_, lanes.width, machine, techniques_),
      plan_(planned(kernel, machine)) {}

AccessPlan PreliminaryPlan::planned(Function& kernel, const InstructionSet& machine) {
  const auto mask_of = [&](const BasicBlock& block) { return mask_at(block); };
  const auto is_parted_value = [&](const Value* value) { return is_parted(value, 0); };
  const auto is_narrowed = [&](const Value* number) {
    return computeKnownBits(number, kernel.getDataLayout()).countMinLeadingZeros() >= 33;
  };
  return {kernel,
          {lanes_, shapes_, groups_, structures_, nullptr, mask_of, is_parted_value, is_narrowed},
          {machine, techniques_}};
}

/// Returns what is computed when it is asked for: many kernels need it not.
const Uniformity& PreliminaryPlan::uniformity() {
  return analyses_.getResult<KernelUniformityAnalysis>(kernel_).of_tile(lanes_);
}

Shape PreliminaryPlan::shape_of(const Value* value) {
  return is_parted(value, 0) ? Shape::varying() : shapes_.of(value);
}

/// Tells whether divergent branches make lanes differ in what looks uniform or affine.
bool PreliminaryPlan::is_parted(const Value* value, unsigned depth) {
  constexpr unsigned kMaxDepth = 32;
  const auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == kMaxDepth || shapes_.of(value).is_varying()) return false;
  if (isa<PHINode>(instruction))
    return shapes_.of(value).is_uniform() && !uniformity().is_uniform(*value);
  const auto [known, is_new] = parted_.try_emplace(value, false);
  if (!is_new) return known->second;
  const bool parted = any_of(instruction->operand_values(),
                             [&](const Value* operand) { return is_parted(operand, depth + 1); });
  return parted_[value] = parted;
}

bool PreliminaryPlan::is_conditional(const BasicBlock& block) {
  const BasicBlock* before = block.getSinglePredecessor();
  if (!before || loops_.getLoopFor(before) != loops_.getLoopFor(&block)) return false;
  const auto* branch = dyn_cast<BranchInst>(before->getTerminator());
  return branch && branch->isConditional() && !shape_of(branch->getCondition()).is_uniform();
}

/// Tells whether lanes that run what dominates `block` may leave it out.
bool PreliminaryPlan::leaves_lanes_out(const BasicBlock& block) {
  if (is_conditional(block)) return true;
  const Loop* loop = loops_.getLoopFor(&block);
  if (!loop || loop->getHeader() != &block) return false;
  return busy_lanes(*loop, shapes_, &uniformity()) < 1;
}

MaskKind PreliminaryPlan::mask_at(const BasicBlock& block) {
  const auto [known, is_new] = masks_.try_emplace(&block, MaskKind::None);
  if (!is_new) return known->second;
  const auto* dominator = tree_.getNode(&block)->getIDom();
  const MaskKind around = dominator ? mask_at(*dominator->getBlock()) : MaskKind::None;
  return masks_[&block] = leaves_lanes_out(block) ? MaskKind::Lanes : around;
}

}  // namespace heddle::compiler
