// SPDX-License-Identifier: Apache-2.0
// Questions about masks of lanes while code is emitted.
#pragma once

#include <llvm/IR/Constants.h>

namespace heddle::compiler {

/// Tells whether `mask` leaves no lane out. Null stands for all lanes.
inline bool is_all_true(const llvm::Value* mask) {
  auto* constant = llvm::dyn_cast_or_null<llvm::Constant>(mask);
  return !mask || (constant && constant->isAllOnesValue());
}

/// Tells whether `mask` will be constant wherever a vector has work-items for all its lanes.
bool is_of_lane_mask(const llvm::Value* mask);

}  // namespace heddle::compiler
