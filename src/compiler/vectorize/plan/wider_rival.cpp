// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/plan/wider_rival.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>

#include "compiler/analysis/block_counts.h"
#include "compiler/analysis/same_bits.h"
#include "compiler/analysis/shape.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/vectorize/plan/interleave.h"
#include "compiler/vectorize/plan/matrix_rows.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Tells whether lanes write along matrix rows, which is much code for each lane
/// (unroll-matrix-rows).
bool writes_along_rows(Function& kernel, FunctionAnalysisManager& analyses, const Shapes& shapes) {
  auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(kernel);
  return any_of(analyses.getResult<LoopAnalysis>(kernel).getLoopsInPreorder(),
                [&](const Loop* loop) {
                  return row_element(*loop, shapes, evolution) != 0 &&
                         any_of(*loop->getHeader(),
                                [](const Instruction& each) { return each.mayWriteToMemory(); });
                });
}

}  // namespace

void note_wider_rival(Function& kernel, KernelContext& context, FunctionAnalysisManager& analyses,
                      const Lanes& lanes, unsigned one_register) {
  constexpr double kDoubt = 1.05;
  constexpr unsigned kMost = 4;  // registers for each value
  const unsigned twice = 2 * lanes.width;
  if (lanes.rows != 1 || lanes.width < one_register || lanes.paired ||
      twice > kMost * one_register || twice > HD_MAX_LANES || knows_groups(kernel, context) ||
      context.record.waits_for_launch() || !gives_same_bits(kernel))
    return;
  Lanes one = lanes;
  one.width = one_register;
  const auto& loops = analyses.getResult<LoopAnalysis>(kernel);
  const auto& counts = analyses.getResult<BlockCountsAnalysis>(kernel);
  const Shapes& shapes = analyses.getResult<LaneShapesAnalysis>(kernel).at(one);
  const double time =
      time_of_twice(kernel, loops, counts, shapes, one, lanes.width / one_register, context.isa);
  OptimizationRemarkEmitter remarks(&kernel);
  remarks.emit([&] {
    return OptimizationRemarkAnalysis("plan-lanes", "Registers", DebugLoc(),
                                      &kernel.getEntryBlock())
           << "estimated time with " << ore::NV("Lanes", twice)
           << " lanes: " << ore::NV("Time", static_cast<float>(time));
  });
  if (time > kDoubt || writes_along_rows(kernel, analyses, shapes)) return;
  context.record.wider_lanes = twice;
  context.report.note("long launches try vectors of " + std::to_string(twice) + ", too");
}

}  // namespace heddle::compiler
