// SPDX-License-Identifier: Apache-2.0
// Removes questions which lanes have a work-item (`__hd_lane_mask`) from code of vectors in which
// all have one.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace heddle::compiler {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

/// Chooses at run time, for code that partial vectors go through, too: whole vectors need no mask
/// there.
void choose_whole_vectors_at_run_time(llvm::Function& kernel, llvm::DominatorTree& tree);

/// Chooses for code of whole vectors only, and removes code for lanes without work-items. Returns
/// the blocks that had such code.
Blocks choose_whole_vectors(llvm::Function& kernel);

/// Drops code for whole vectors to which the block branches.
void drop_whole_vectors(llvm::BasicBlock& block);

}  // namespace heddle::compiler
