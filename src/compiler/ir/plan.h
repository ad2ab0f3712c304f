// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <string>

namespace heddle::compiler {

/// Metadata of the branch to code that only whole vectors run, all of whose lanes go the same way.
inline constexpr const char* kAllLanes = "heddle.all_lanes";

/// Does the block end in that branch?
inline bool asks_for_all_lanes(const llvm::BasicBlock& block) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  return branch && branch->isConditional() && branch->hasMetadata(kAllLanes);
}

/// plan_lanes keeps a copy of the kernel under this name for a kernel that turns out not to be
/// vectorisable; widen takes it away.
std::string scalar_copy_name(const llvm::Function& kernel);
/// What widen calls the function that does all rows of a tile.
std::string rows_name(const llvm::Function& kernel);

}  // namespace heddle::compiler
