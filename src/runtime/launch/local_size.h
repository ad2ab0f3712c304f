// SPDX-License-Identifier: Apache-2.0
// Chooses the work-group size if the application gives none (§5.10: local_work_size is NULL).
#pragma once

#include "runtime/launch/index_space.h"

namespace heddle {

struct LocalSizeRequest {
  Sizes3 global{1, 1, 1};     ///< unused dimensions 1, none 0
  Sizes3 required{0, 0, 0};   ///< reqd_work_group_size, or zeros
  size_t max_items = 1;       ///< work-items in a group, for this kernel and device
  Sizes3 max_sizes{1, 1, 1};  ///< in each dimension
  bool uniform = true;        ///< every group must be full
  size_t compute_units = 1;
  size_t lane_width = 1;      ///< work-items of a vector, along `lane_dimension`
  size_t lane_dimension = 0;  ///< 0 to 2
  bool barriers = true;  ///< the kernel has some: a group's data between them should stay in cache
};

/// Aims at groups that are wide along the dimension of the lanes, by whole vectors, at 64 to 1024
/// work-items (4096 without barriers), and at several groups for each compute unit. The size is
/// never above `max_items`, and divides the global size if `uniform`.
Sizes3 choose_local_size(const LocalSizeRequest& request);

}  // namespace heddle
