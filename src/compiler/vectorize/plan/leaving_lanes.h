// SPDX-License-Identifier: Apache-2.0
// How far apart in time the lanes of a vector leave a loop that they do not leave together: a loop
// runs until the last one is out.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shape.h"

namespace heddle::compiler {

/// May lanes leave the loop at different times?
bool is_divergent(const llvm::Loop& loop, const Shapes& shapes);

/// The share of lanes that are still in the loop in one of its iterations, on average.
double busy_lanes(const llvm::Loop& loop, const Shapes& shapes);

}  // namespace heddle::compiler
