// SPDX-License-Identifier: Apache-2.0
// Removes questions which lanes have a work-item (`__hd_lane_mask`) from code of vectors in which
// all have one.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace heddle::compiler {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

/// For code that partial vectors go through, too: what whole vectors run needs no mask there.
void choose_whole_vectors_at_run_time(llvm::Function& kernel, llvm::DominatorTree& tree);

/// For code of whole vectors only: what lanes without work-items would need goes away. Returns the
/// blocks that had such.
Blocks choose_whole_vectors(llvm::Function& kernel);

}  // namespace heddle::compiler
