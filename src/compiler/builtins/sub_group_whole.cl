// SPDX-License-Identifier: Apache-2.0
// Sub-group functions (cl_khr_subgroups) where the one sub-group is the whole work-group (§3.2.1:
// the degenerate case). Calls get here by the prefix (passes/sub_groups.cpp).
#include "hd.h"

#define GROUP_SIZE(WORD) (__hd_##WORD(0) * __hd_##WORD(1) * __hd_##WORD(2))
#define WAIT() __hd_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group)

size_t HD_OVERLOAD get_local_linear_id(void);
int HD_CONVERGENT work_group_all(int predicate);
int HD_CONVERGENT work_group_any(int predicate);

uint HD_OVERLOAD __whole_get_sub_group_size(void) {
  return (uint)GROUP_SIZE(local_size);
}

uint HD_OVERLOAD __whole_get_max_sub_group_size(void) {
  return (uint)GROUP_SIZE(enqueued_local_size);
}

uint HD_OVERLOAD __whole_get_num_sub_groups(void) {
  return 1;
}

uint HD_OVERLOAD __whole_get_enqueued_num_sub_groups(void) {
  return 1;
}

uint HD_OVERLOAD __whole_get_sub_group_id(void) {
  return 0;
}

uint HD_OVERLOAD __whole_get_sub_group_local_id(void) {
  return (uint)get_local_linear_id();
}

void HD_CONVERGENT __whole_sub_group_barrier(cl_mem_fence_flags flags) {
  __hd_barrier(flags, memory_scope_work_group);
}

void HD_CONVERGENT __whole_sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  __hd_barrier(flags, scope);
}

int HD_CONVERGENT __whole_sub_group_all(int predicate) {
  return work_group_all(predicate);
}

int HD_CONVERGENT __whole_sub_group_any(int predicate) {
  return work_group_any(predicate);
}

#define OPERATION(OP, T)                                       \
  T HD_CONVERGENT work_group_reduce_##OP(T x);                 \
  T HD_CONVERGENT work_group_scan_inclusive_##OP(T x);         \
  T HD_CONVERGENT work_group_scan_exclusive_##OP(T x);         \
  T HD_CONVERGENT __whole_sub_group_reduce_##OP(T x) {         \
    return work_group_reduce_##OP(x);                          \
  }                                                            \
  T HD_CONVERGENT __whole_sub_group_scan_inclusive_##OP(T x) { \
    return work_group_scan_inclusive_##OP(x);                  \
  }                                                            \
  T HD_CONVERGENT __whole_sub_group_scan_exclusive_##OP(T x) { \
    return work_group_scan_exclusive_##OP(x);                  \
  }

#define FUNCTIONS(T)                                                          \
  OPERATION(add, T)                                                           \
  OPERATION(min, T)                                                           \
  OPERATION(max, T)                                                           \
  T HD_CONVERGENT __whole_sub_group_broadcast(T x, uint sub_group_local_id) { \
    generic T* value = (generic T*)__hd_group_scratch();                      \
    if (get_local_linear_id() == sub_group_local_id) *value = x;              \
    WAIT();                                                                   \
    T result = *value;                                                        \
    WAIT();                                                                   \
    return result;                                                            \
  }

FUNCTIONS(int)
FUNCTIONS(uint)
FUNCTIONS(long)
FUNCTIONS(ulong)
FUNCTIONS(float)
FUNCTIONS(double)
FUNCTIONS(half)
