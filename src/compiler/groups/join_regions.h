// SPDX-License-Identifier: Apache-2.0
// Adds barriers that save copies of code. A block is cloned for every barrier that it can follow
// (regions.h; PoCL's tail replication). If the paths from several barriers meet after a few uniform
// instructions, as they do at the head of a loop with a barrier and after that loop, one more
// barrier there leaves one copy of the code after it.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/regions.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/transform.h"

namespace heddle::compiler {

struct KernelContext;

/// Adds barriers that save copies of code and make no further value live across a barrier.
llvm::PreservedAnalyses join_regions(llvm::Function& kernel, KernelContext& context,
                                     llvm::FunctionAnalysisManager& analyses);
inline constexpr KernelTransform kJoinRegions{"join-regions", Need::Optional, join_regions};

/// Tells whether the block has only instructions that are the same for all work-items of a group
/// and touch none of their memory. `may_differ` allows further phis.
bool is_of_group(
    const llvm::BasicBlock& block, const Uniformity& uniformity,
    llvm::function_ref<bool(const llvm::PHINode&)> may_differ = [](const llvm::PHINode&) {
      return false;
    });

}  // namespace heddle::compiler
