// SPDX-License-Identifier: Apache-2.0
// §6.13.15 work-group functions. Every work-item puts its value into the scratch memory of the
// group, one of them computes, all read; the last barrier lets the next function use the memory.
#include "hd.h"

#define WAIT() __hd_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group)

HD_INLINE size_t item(void) {
  return (__hd_local_id(2) * __hd_local_size(1) + __hd_local_id(1)) * __hd_local_size(0) +
         __hd_local_id(0);
}

HD_INLINE size_t item_count(void) {
  return __hd_local_size(0) * __hd_local_size(1) * __hd_local_size(2);
}

#define ADD(A, B) ((A) + (B))
#define MIN(A, B) ((B) < (A) ? (B) : (A))
#define MAX(A, B) ((A) < (B) ? (B) : (A))

#define REDUCE(NAME, T, COMBINE)                                                            \
  T HD_CONVERGENT NAME(T x) {                                                               \
    generic T* values = (generic T*)__hd_group_scratch();                                   \
    values[item()] = x;                                                                     \
    WAIT();                                                                                 \
    if (item() == 0) {                                                                      \
      T result = values[0];                                                                 \
      for (size_t i = 1, n = item_count(); i < n; ++i) result = COMBINE(result, values[i]); \
      values[0] = result;                                                                   \
    }                                                                                       \
    WAIT();                                                                                 \
    T result = values[0];                                                                   \
    WAIT();                                                                                 \
    return result;                                                                          \
  }

// `sum` runs over the values before this one; the inclusive scan stores it after the addition.
#define SCAN(NAME, T, COMBINE, IDENTITY, STORED)          \
  T HD_CONVERGENT NAME(T x) {                             \
    generic T* values = (generic T*)__hd_group_scratch(); \
    values[item()] = x;                                   \
    WAIT();                                               \
    if (item() == 0) {                                    \
      T before = IDENTITY;                                \
      for (size_t i = 0, n = item_count(); i < n; ++i) {  \
        T after = COMBINE(before, values[i]);             \
        values[i] = STORED;                               \
        before = after;                                   \
      }                                                   \
    }                                                     \
    WAIT();                                               \
    T result = values[item()];                            \
    WAIT();                                               \
    return result;                                        \
  }

#define OPERATION(OP, T, COMBINE, IDENTITY)                         \
  REDUCE(work_group_reduce_##OP, T, COMBINE)                        \
  SCAN(work_group_scan_inclusive_##OP, T, COMBINE, IDENTITY, after) \
  SCAN(work_group_scan_exclusive_##OP, T, COMBINE, IDENTITY, before)

#define BROADCAST(T, CONDITION, ...)                       \
  T HD_CONVERGENT work_group_broadcast(T x, __VA_ARGS__) { \
    generic T* value = (generic T*)__hd_group_scratch();   \
    if (CONDITION) *value = x;                             \
    WAIT();                                                \
    T result = *value;                                     \
    WAIT();                                                \
    return result;                                         \
  }

#define IS(D, ID) (__hd_local_id(D) == (ID))

#define FUNCTIONS(T, LOWEST, HIGHEST)                   \
  OPERATION(add, T, ADD, 0)                             \
  OPERATION(min, T, MIN, HIGHEST)                       \
  OPERATION(max, T, MAX, LOWEST)                        \
  BROADCAST(T, IS(0, i), size_t i)                      \
  BROADCAST(T, IS(0, i) & IS(1, j), size_t i, size_t j) \
  BROADCAST(T, IS(0, i) & IS(1, j) & IS(2, k), size_t i, size_t j, size_t k)

FUNCTIONS(int, INT_MIN, INT_MAX)
FUNCTIONS(uint, 0, UINT_MAX)
FUNCTIONS(long, LONG_MIN, LONG_MAX)
FUNCTIONS(ulong, 0, ULONG_MAX)
FUNCTIONS(float, -INFINITY, INFINITY)
FUNCTIONS(double, -(double)INFINITY, (double)INFINITY)

int HD_CONVERGENT work_group_all(int predicate) {
  return (int)work_group_reduce_min((uint)(predicate != 0));
}

int HD_CONVERGENT work_group_any(int predicate) {
  return (int)work_group_reduce_max((uint)(predicate != 0));
}
