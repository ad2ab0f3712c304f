// SPDX-License-Identifier: Apache-2.0
// A block is cloned for every barrier that it can follow (regions.h). Where the ways from several
// barriers meet after a few uniform instructions, as they do at the head of a loop that has a
// barrier in it and after that loop, a barrier more makes one copy of them.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/regions.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/transform.h"

namespace heddle::compiler {

struct KernelContext;

/// Ensures: there is a barrier more where that saves copies of code and makes nothing live across a
/// barrier that did not before.
void join_regions(llvm::Function& kernel, KernelContext& context);
inline constexpr KernelTransform kJoinRegions{"join-regions", Need::Optional, join_regions};

/// Is there nothing in the block but what is the same for all work-items of a group and happens
/// to none of their memory? `may_differ`: phis that may be there besides.
bool is_of_group(
    const llvm::BasicBlock& block, const Uniformity& uniformity,
    llvm::function_ref<bool(const llvm::PHINode&)> may_differ = [](const llvm::PHINode&) {
      return false;
    });

}  // namespace heddle::compiler
