// SPDX-License-Identifier: Apache-2.0
// Counts the values of a region between barriers, for the choice of the number of vectors that go
// through it together.
#pragma once

#include "compiler/analysis/regions.h"
#include "compiler/groups/spill.h"

namespace heddle::compiler {

/// Tells whether it uses variables that all vectors share.
bool shares_variables(const SpillPlan& plan, const Region& region);

/// Returns the registers of `bytes` that a vector's values need at the region's beginning or end,
/// whichever is more.
uint64_t registers_at_ends(const RegionGraph& graph, const SpillPlan& plan, unsigned region,
                           uint64_t bytes);

}  // namespace heddle::compiler
