// SPDX-License-Identifier: Apache-2.0
// Estimates of divergent loops: such a loop runs until the last lane has left, while others idle.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shape.h"
#include "compiler/analysis/uniformity.h"

namespace heddle::compiler {

/// Tells whether lanes may leave the loop at different times.
bool is_divergent(const llvm::Loop& loop, const Shapes& shapes);

/// Tells whether `condition` compares a counter that goes in steps of the range's or the group's
/// size, or of 64 lanes or more, with a bound. All lanes are in such a loop but in the last
/// iteration.
bool leaves_together(const llvm::Value& condition, const llvm::Loop& loop, const Shapes& shapes);

/// Returns the average share of lanes that are still in the loop in an iteration. Shapes alone do
/// not know what divergent branches of a kernel that is not linear yet take apart.
double busy_lanes(const llvm::Loop& loop, const Shapes& shapes,
                  const Uniformity* uniformity = nullptr);

}  // namespace heddle::compiler
