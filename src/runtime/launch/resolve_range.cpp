// SPDX-License-Identifier: Apache-2.0
#include "runtime/launch/resolve_range.h"

#include <algorithm>

#include "runtime/launch/launch.h"
#include "runtime/launch/local_size.h"
#include "runtime/launch/sub_groups.h"
#include "support/checked.h"

namespace heddle {
namespace {

Sizes3 sizes_of(const std::array<uint64_t, 3>& sizes) {
  return {sizes[0], sizes[1], sizes[2]};
}

/// Chooses a local size whose context fits into memory.
Sizes3 chosen_size(const NDRange& range, const KernelRecord& record, bool uniform,
                   const Device& device) {
  if (const size_t count = record.required_sub_groups)
    return {items_for_sub_groups(record, count, record.max_group_size), 1, 1};
  LocalSizeRequest request;
  request.global = range.global;
  request.required = sizes_of(record.required_group_size);
  request.max_items = std::min<size_t>(record.max_group_size, device.max_work_group_size());
  for (unsigned d = 0; d < 3; ++d) request.max_sizes[d] = device.max_work_item_size(d);
  request.uniform = uniform;
  request.compute_units = device.max_compute_units();
  request.lane_width = record.lane_width;
  request.lane_dimension = record.lane_dimension;
  request.barriers = record.uses_barriers;
  Sizes3 sizes = choose_local_size(request);
  while (request.max_items > 1 && context_size(record, sizes) > kMaxContext) {
    request.max_items /= 2;
    sizes = choose_local_size(request);
  }
  return sizes;
}

}  // namespace

Result<NDRange> global_range(const NDRangeRequest& request) {
  TRY(require(request.work_dim >= 1 && request.work_dim <= 3, CL_INVALID_WORK_DIMENSION,
              "work_dim is not 1, 2 or 3"));
  NDRange range;
  range.work_dim = request.work_dim;
  for (cl_uint d = 0; d < request.work_dim; ++d) {
    range.global[d] = request.global ? request.global[d] : 0;
    range.offset[d] = request.offset ? request.offset[d] : 0;
    TRY(require(checked_add(range.global[d], range.offset[d]).has_value(), CL_INVALID_GLOBAL_OFFSET,
                "the largest global id does not fit"));
  }
  return range;
}

Result<Sizes3> local_range(const NDRange& range, const size_t* local, const KernelRecord& record,
                           bool uniform, const Device& device) {
  Sizes3 sizes{1, 1, 1};
  if (local) {
    std::copy_n(local, range.work_dim, sizes.begin());
    for (size_t d = 0; d < range.work_dim; ++d) {
      TRY(require(sizes[d] <= device.max_work_item_size(static_cast<unsigned>(d)),
                  CL_INVALID_WORK_ITEM_SIZE,
                  "local_work_size exceeds CL_DEVICE_MAX_WORK_ITEM_SIZES"));
    }
    TRY(require(record.required_group_size[0] == 0 || sizes == sizes_of(record.required_group_size),
                CL_INVALID_WORK_GROUP_SIZE,
                "local_work_size is not the size that the kernel requires"));
  } else {
    sizes = chosen_size(range, record, uniform, device);
  }
  const auto items = checked_mul(sizes[0], sizes[1], sizes[2]);
  TRY(require(items && *items > 0 && *items <= record.max_group_size &&
                  *items <= device.max_work_group_size(),
              CL_INVALID_WORK_GROUP_SIZE,
              "the work-group is empty or exceeds CL_KERNEL_WORK_GROUP_SIZE"));
  TRY(require(record.required_sub_groups == 0 ||
                  num_sub_groups(record, *items) == record.required_sub_groups,
              CL_INVALID_WORK_GROUP_SIZE,
              "local_work_size is not of as many sub-groups as the kernel requires"));
  for (size_t d = 0; d < 3 && uniform; ++d) {
    TRY(require(range.global[d] % sizes[d] == 0, CL_INVALID_WORK_GROUP_SIZE,
                "the global size is no multiple of the local size, and the program has uniform "
                "groups only"));
  }
  return sizes;
}

}  // namespace heddle
