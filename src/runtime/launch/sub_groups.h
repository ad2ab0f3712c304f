// SPDX-License-Identifier: Apache-2.0
// Divides work-groups into sub-groups (§3.2.1): neighbours by their linear local ids, as many as
// the kernel's record says, and the rest in the last one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/program_record.h"
#include "runtime/launch/index_space.h"

namespace heddle {

/// Returns the size of the sub-groups, except the last, of a work-group of `items` work-items.
size_t max_sub_group_size(const KernelRecord& kernel, size_t items);
size_t num_sub_groups(const KernelRecord& kernel, size_t items);
/// Returns the work-items of a work-group with `count` sub-groups, all of the same size; 0 if there
/// is none.
size_t items_for_sub_groups(const KernelRecord& kernel, size_t count, size_t max_items);

/// Tells whether `kernel` puts the work-items of all groups of `range` into the right sub-groups:
/// its vectors lie along dimension 0 and must not end before a row of the group does.
bool fits_sub_groups(const KernelRecord& kernel, const NDRange& range);

}  // namespace heddle
