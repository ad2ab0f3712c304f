// SPDX-License-Identifier: Apache-2.0
// The addresses that the lanes of a widened access go to.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/site.h"

namespace heddle::compiler {

class WideKernel;

/// Returns where `pointer` points to in each of the active `lanes` (null: all).
LaneAddress address_of(WideKernel& wide, llvm::Value* pointer, unsigned row, llvm::Value* lanes);

/// Returns the address of a site's first member. A group's own may be computed after its place.
LaneAddress address_of(WideKernel& wide, const Site& site, unsigned row, llvm::Value* lanes);
/// Returns the bytes from the first member of a site to the one where it is done.
int64_t own_offset(const Site& site);

}  // namespace heddle::compiler
