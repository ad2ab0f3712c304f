// SPDX-License-Identifier: Apache-2.0
// What a region between barriers holds, for those who ask how many vectors may go through it side
// by side.
#pragma once

#include "compiler/analysis/regions.h"
#include "compiler/groups/spill.h"

namespace heddle::compiler {

/// Does it use variables of which there is one for all vectors?
bool shares_variables(const SpillPlan& plan, const Region& region);

/// Registers of `bytes` that a vector's values take where the region begins or ends, whichever is
/// more.
uint64_t registers_at_ends(const RegionGraph& graph, const SpillPlan& plan, unsigned region,
                           uint64_t bytes);

}  // namespace heddle::compiler
