// SPDX-License-Identifier: Apache-2.0
#include "runtime/launch/sub_groups.h"

#include <algorithm>

namespace heddle {

size_t max_sub_group_size(const KernelRecord& kernel, size_t items) {
  return std::min<size_t>(kernel.sub_group_size, items);
}

size_t num_sub_groups(const KernelRecord& kernel, size_t items) {
  return items / kernel.sub_group_size + (items % kernel.sub_group_size != 0);
}

size_t items_for_sub_groups(const KernelRecord& kernel, size_t count, size_t max_items) {
  const auto& required = kernel.required_group_size;
  if (required[0] != 0) {  // no other size can be enqueued
    const size_t items = required[0];
    const bool is_whole = items % max_sub_group_size(kernel, items) == 0;
    const bool is_1d = required[1] == 1 && required[2] == 1;
    return is_1d && is_whole && num_sub_groups(kernel, items) == count ? items : 0;
  }
  const bool fits = count <= max_items / kernel.sub_group_size;
  return fits ? count * kernel.sub_group_size : 0;
}

bool fits_sub_groups(const KernelRecord& kernel, const NDRange& range) {
  const size_t size = kernel.sub_group_size;
  if (!kernel.uses_sub_groups || kernel.linear_lanes || size == 1) return true;
  if (range.local[1] == 1 && range.local[2] == 1) return true;
  // In non-uniform groups the last one in the row has the rest.
  return range.local[0] % size == 0 && range.global[0] % range.local[0] % size == 0;
}

}  // namespace heddle
