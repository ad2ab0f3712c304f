// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include <string>

#include "compiler/analysis/shape.h"
#include "compiler/ir/lanes.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

/// The gain of lanes over work-items one by one.
struct LaneGain {
  std::string why_scalar;  ///< empty: lanes are faster
  /// The number of work-items that take as long one by one as a vector; 0: not known.
  uint32_t items = 0;
  double ratio = 0;  ///< the time of vectors over that of scalar code; 0: not known
  /// The cycles of a vector, and of its work-items one by one; 0: not estimated.
  double vector = 0, one_by_one = 0;
  double accesses = 0;  ///< the cycles of a vector's loads and stores, each counted once
};
/// Estimates the gain for `kernel`, in which no code is masked yet. `has_short_vectors`: the
/// program is written in such, and LLVM's loop vectoriser leaves them alone.
LaneGain gain_of_lanes(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses,
                       const Lanes& lanes, const InstructionSet& isa, bool has_short_vectors);

}  // namespace heddle::compiler
