// SPDX-License-Identifier: Apache-2.0
// Which barriers the work-items of a group meet together: regions and uniformity put together.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/regions.h"
#include "compiler/analysis/uniformity.h"

namespace heddle::compiler {

/// Which barriers the work-items of a group meet. OpenCL C asks for uniform control flow only where
/// a barrier is executed (§6.13.8): branches around one that nobody meets may be divergent.
enum class Meeting {
  Together,         ///< all of them the same ones: no divergent branch decides
  WithoutReturned,  ///< all but those that have returned, which count as arrived
  Unknown,  ///< each may go to another barrier, or past it: what happens is seen at run time
  Apart,    ///< likewise, and between barriers each goes on by itself, from yield to yield
};

Meeting find_meeting(llvm::Function& kernel, const RegionGraph& graph,
                     const Uniformity& uniformity);

}  // namespace heddle::compiler
