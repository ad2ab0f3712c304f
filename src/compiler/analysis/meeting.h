// SPDX-License-Identifier: Apache-2.0
// The barriers that the work-items of a group meet together, from regions and uniformity.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/regions.h"
#include "compiler/analysis/uniformity.h"

namespace heddle::compiler {

/// How the work-items of a group meet barriers. OpenCL C asks for uniform control flow only where
/// a barrier is executed (§6.13.8): branches around one that nobody meets may be divergent.
enum class Meeting {
  Together,         ///< all meet the same ones: no divergent branch decides
  WithoutReturned,  ///< all but those that have returned, which count as arrived
  Unknown,          ///< each may go to another barrier, or past it, which is seen at run time
  Apart,            ///< likewise, and between barriers each runs by itself, from yield to yield
};

/// Finds how the work-items of a group meet barriers.
Meeting find_meeting(llvm::Function& kernel, const RegionGraph& graph, const Uniformity& uniformity,
                     const llvm::PostDominatorTree& joins);

}  // namespace heddle::compiler
