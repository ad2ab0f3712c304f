// SPDX-License-Identifier: Apache-2.0
// §6.13.1 work-item functions.
#include "hd.h"

// Returns one of three values by dimension, `other` for a dimension out of range. It uses masks, so
// that it folds when d is constant and stays free of branches when it is not.
HD_INLINE size_t by_dimension(uint d, size_t x, size_t y, size_t z, size_t other) {
  return (x & -(size_t)(d == 0)) | (y & -(size_t)(d == 1)) | (z & -(size_t)(d == 2)) |
         (other & -(size_t)(d > 2));
}

#define GETTER(NAME, WORD, OTHER)                                                  \
  size_t HD_OVERLOAD NAME(uint d) {                                                \
    return by_dimension(d, __hd_##WORD(0), __hd_##WORD(1), __hd_##WORD(2), OTHER); \
  }

GETTER(get_local_id, local_id, 0)
GETTER(get_global_id, global_id, 0)
GETTER(get_group_id, group_id, 0)
GETTER(get_local_size, local_size, 1)
GETTER(get_enqueued_local_size, enqueued_local_size, 1)
GETTER(get_global_size, global_size, 1)
GETTER(get_global_offset, global_offset, 0)
GETTER(get_num_groups, num_groups, 1)

uint HD_OVERLOAD get_work_dim(void) {
  return __hd_work_dim();
}

#define FROM_START(D) (__hd_global_id(D) - __hd_global_offset(D))

size_t HD_OVERLOAD get_global_linear_id(void) {
  return (FROM_START(2) * __hd_global_size(1) + FROM_START(1)) * __hd_global_size(0) +
         FROM_START(0);
}

size_t HD_OVERLOAD get_local_linear_id(void) {
  return (__hd_local_id(2) * __hd_local_size(1) + __hd_local_id(1)) * __hd_local_size(0) +
         __hd_local_id(0);
}
