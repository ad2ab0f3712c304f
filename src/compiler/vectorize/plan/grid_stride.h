// SPDX-License-Identifier: Apache-2.0
// A group's vectors run a loop one after the other. Where a loop goes along global memory in
// steps that the whole range takes (`for (i = get_global_id(0); i < n; i += get_global_size(0))`),
// each vector goes through all of that memory by itself and reads a cache line of each step: what
// lies beside it is fetched once for each vector. With several registers a value it is read by the
// same.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/lanes.h"
#include "compiler/ir/vector_isa.h"

namespace heddle::compiler {

/// Registers of each value, where `lanes` fill one: as many as the loops of `kernel` that do little
/// else than read such memory have room for, and the group has work-items for. Two, where a loop
/// computes much that all lanes share. 1: no such loop, or the local size is not known.
unsigned registers_in_groups(llvm::Function& kernel, const KernelContext& context,
                             const llvm::LoopInfo& loops, const Lanes& lanes,
                             const VectorIsa& machine);

}  // namespace heddle::compiler
