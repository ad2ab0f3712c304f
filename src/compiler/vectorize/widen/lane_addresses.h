// SPDX-License-Identifier: Apache-2.0
// The addresses that the lanes of a widened access go to.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/access_groups.h"

namespace heddle::compiler {

class WideKernel;

/// Returns where `pointer` points to in each of the active `lanes` (null: all).
LaneAddress address_of(WideKernel& wide, llvm::Value* pointer, unsigned row, llvm::Value* lanes);

/// Returns the address of the group's first member. That member's own pointer may be computed after
/// the place of the access.
LaneAddress address_of(WideKernel& wide, const AccessGroup& group, unsigned row,
                       llvm::Value* lanes);

}  // namespace heddle::compiler
