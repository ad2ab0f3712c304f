// SPDX-License-Identifier: Apache-2.0
// Sub-group functions (cl_khr_subgroups): a sub-group is one vector of work-items.
#include "hd.h"

#define GROUP_SIZE(WORD) (__hd_##WORD(0) * __hd_##WORD(1) * __hd_##WORD(2))

uint HD_OVERLOAD get_sub_group_size(void) {
  return __hd_lane_count();
}

uint HD_OVERLOAD get_max_sub_group_size(void) {
  uint items = (uint)GROUP_SIZE(enqueued_local_size), limit = __hd_lane_limit();
  return items < limit ? items : limit;
}

uint HD_OVERLOAD get_num_sub_groups(void) {
  return (uint)__hd_vector_count();
}

uint HD_OVERLOAD get_enqueued_num_sub_groups(void) {
  return (uint)__hd_vector_limit();
}

uint HD_OVERLOAD get_sub_group_id(void) {
  return (uint)__hd_vector_index();
}

uint HD_OVERLOAD get_sub_group_local_id(void) {
  return __hd_lane_id();
}

void HD_CONVERGENT sub_group_barrier(cl_mem_fence_flags flags) {
  __hd_vector_barrier(flags, memory_scope_sub_group);
}

void HD_CONVERGENT sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  __hd_vector_barrier(flags, scope);
}

int HD_CONVERGENT sub_group_all(int predicate) {
  return __hd_lanes_ballot(predicate == 0) == 0;
}

int HD_CONVERGENT sub_group_any(int predicate) {
  return __hd_lanes_ballot(predicate != 0) != 0;
}

#define OPERATION(OP, T, WORD, SHIFT, IDENTITY)                              \
  T HD_CONVERGENT sub_group_reduce_##OP(T x) {                               \
    return __hd_lanes_reduce_##WORD(x);                                      \
  }                                                                          \
  T HD_CONVERGENT sub_group_scan_inclusive_##OP(T x) {                       \
    return __hd_lanes_scan_##WORD(x);                                        \
  }                                                                          \
  T HD_CONVERGENT sub_group_scan_exclusive_##OP(T x) {                       \
    return __hd_lanes_shift_##SHIFT(__hd_lanes_scan_##WORD(x), (T)IDENTITY); \
  }

#define FUNCTIONS(T, SUFFIX, SUM, LEAST, MOST, LOWEST, HIGHEST)       \
  OPERATION(add, T, SUM##_##SUFFIX, SUM##_##SUFFIX, 0)                \
  OPERATION(min, T, LEAST##_##SUFFIX, SUM##_##SUFFIX, HIGHEST)        \
  OPERATION(max, T, MOST##_##SUFFIX, SUM##_##SUFFIX, LOWEST)          \
  T HD_CONVERGENT sub_group_broadcast(T x, uint sub_group_local_id) { \
    return __hd_lanes_broadcast_##SUFFIX(x, sub_group_local_id);      \
  }

FUNCTIONS(int, i32, add, smin, smax, INT_MIN, INT_MAX)
FUNCTIONS(uint, u32, add, umin, umax, 0, UINT_MAX)
FUNCTIONS(long, i64, add, smin, smax, LONG_MIN, LONG_MAX)
FUNCTIONS(ulong, u64, add, umin, umax, 0, ULONG_MAX)
FUNCTIONS(float, f32, fadd, fmin, fmax, -INFINITY, INFINITY)
FUNCTIONS(double, f64, fadd, fmin, fmax, -INFINITY, INFINITY)

HD_HALF_GROUP_FUNCTIONS(sub_group)
// Broadcasts by bits: a signalling NaN stays one.
half HD_CONVERGENT sub_group_broadcast(half x, uint sub_group_local_id) {
  return as_half((short)sub_group_broadcast((int)as_short(x), sub_group_local_id));
}
