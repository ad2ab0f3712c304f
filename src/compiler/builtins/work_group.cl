// SPDX-License-Identifier: Apache-2.0
// §6.13.15 work-group functions. The work-items of a vector combine their values first. The vectors
// put their results into the scratch memory of the group, where one vector combines them. The last
// barrier lets the next function use the memory.
#include "hd.h"

#define WAIT() __hd_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group)

#define ADD(A, B) ((A) + (B))
#define MIN(A, B) ((B) < (A) ? (B) : (A))
#define MAX(A, B) ((A) < (B) ? (B) : (A))
#define MUL(A, B) ((A) * (B))
#define AND(A, B) ((A) & (B))
#define OR(A, B) ((A) | (B))
#define XOR(A, B) ((A) ^ (B))

#define REDUCE(NAME, T, WORD, COMBINE)                                                             \
  T HD_CONVERGENT NAME(T x) {                                                                      \
    generic T* values = (generic T*)__hd_group_scratch();                                          \
    size_t vector = __hd_vector_index();                                                           \
    values[vector] = __hd_lanes_reduce_##WORD(x);                                                  \
    WAIT();                                                                                        \
    if (vector == 0) {                                                                             \
      T result = values[0];                                                                        \
      for (size_t i = 1, n = __hd_vector_count(); i < n; ++i) result = COMBINE(result, values[i]); \
      values[0] = result;                                                                          \
    }                                                                                              \
    WAIT();                                                                                        \
    T result = values[0];                                                                          \
    WAIT();                                                                                        \
    return result;                                                                                 \
  }

// SCANNED is the scan over the work-items of one vector.
#define SCAN(NAME, T, WORD, COMBINE, IDENTITY, SCANNED)         \
  T HD_CONVERGENT NAME(T x) {                                   \
    generic T* values = (generic T*)__hd_group_scratch();       \
    size_t vector = __hd_vector_index();                        \
    T inclusive = __hd_lanes_scan_##WORD(x);                    \
    values[vector] = __hd_lanes_reduce_##WORD(x);               \
    WAIT();                                                     \
    if (vector == 0) {                                          \
      T before = IDENTITY;                                      \
      for (size_t i = 0, n = __hd_vector_count(); i < n; ++i) { \
        T after = COMBINE(before, values[i]);                   \
        values[i] = before;                                     \
        before = after;                                         \
      }                                                         \
    }                                                           \
    WAIT();                                                     \
    T before = values[vector];                                  \
    T result = COMBINE(before, SCANNED);                        \
    WAIT();                                                     \
    return result;                                              \
  }

#define OPERATION(OP, T, WORD, SHIFT, COMBINE, IDENTITY)                      \
  REDUCE(work_group_reduce_##OP, T, WORD, COMBINE)                            \
  SCAN(work_group_scan_inclusive_##OP, T, WORD, COMBINE, IDENTITY, inclusive) \
  SCAN(work_group_scan_exclusive_##OP, T, WORD, COMBINE, IDENTITY,            \
       __hd_lanes_shift_##SHIFT(inclusive, IDENTITY))

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

#define FUNCTIONS(T, SUFFIX, SUM, LEAST, MOST, LOWEST, HIGHEST)     \
  OPERATION(add, T, SUM##_##SUFFIX, SUM##_##SUFFIX, ADD, 0)         \
  OPERATION(min, T, LEAST##_##SUFFIX, SUM##_##SUFFIX, MIN, HIGHEST) \
  OPERATION(max, T, MOST##_##SUFFIX, SUM##_##SUFFIX, MAX, LOWEST)   \
  BROADCAST(T, IS(0, i), size_t i)                                  \
  BROADCAST(T, IS(0, i) & IS(1, j), size_t i, size_t j)             \
  BROADCAST(T, IS(0, i) & IS(1, j) & IS(2, k), size_t i, size_t j, size_t k)

FUNCTIONS(int, i32, add, smin, smax, INT_MIN, INT_MAX)
FUNCTIONS(uint, u32, add, umin, umax, 0, UINT_MAX)
FUNCTIONS(long, i64, add, smin, smax, LONG_MIN, LONG_MAX)
FUNCTIONS(ulong, u64, add, umin, umax, 0, ULONG_MAX)
FUNCTIONS(float, f32, fadd, fmin, fmax, -INFINITY, INFINITY)
FUNCTIONS(double, f64, fadd, fmin, fmax, -(double)INFINITY, (double)INFINITY)

HD_HALF_GROUP_FUNCTIONS(work_group)
BROADCAST(half, IS(0, i), size_t i)
BROADCAST(half, IS(0, i) & IS(1, j), size_t i, size_t j)
BROADCAST(half, IS(0, i) & IS(1, j) & IS(2, k), size_t i, size_t j, size_t k)

int HD_CONVERGENT work_group_all(int predicate) {
  return (int)work_group_reduce_min((uint)(predicate != 0));
}

int HD_CONVERGENT work_group_any(int predicate) {
  return (int)work_group_reduce_max((uint)(predicate != 0));
}

// ---- cl_khr_work_group_uniform_arithmetic ([EX49])

// Products of signed numbers wrap, too.
#define EACH_KIND(F, OP, ...)                        \
  F(work_group_reduce_##OP, OP, __VA_ARGS__)         \
  F(work_group_scan_inclusive_##OP, OP, __VA_ARGS__) \
  F(work_group_scan_exclusive_##OP, OP, __VA_ARGS__)
#define AS_UNSIGNED(NAME, OP, T, UT) \
  T HD_CONVERGENT NAME(T x) {        \
    return (T)NAME((UT)x);           \
  }
#define BITWISE(OP, COMBINE, IDENTITY)                                \
  OPERATION(OP, uint, OP##_u32, add_u32, COMBINE, (uint)(IDENTITY))   \
  OPERATION(OP, ulong, OP##_u64, add_u64, COMBINE, (ulong)(IDENTITY)) \
  EACH_KIND(AS_UNSIGNED, OP, int, uint)                               \
  EACH_KIND(AS_UNSIGNED, OP, long, ulong)

BITWISE(mul, MUL, 1)
BITWISE(and, AND, -1)
BITWISE(or, OR, 0)
BITWISE(xor, XOR, 0)
OPERATION(mul, float, fmul_f32, fadd_f32, MUL, 1.0f)
OPERATION(mul, double, fmul_f64, fadd_f64, MUL, 1.0)
HD_HALF_GROUP_OPERATION(work_group, mul)

// A truth value is one bit, in the identity of `and`, too.
#define LOGICAL(GROUP_KIND, OP)                                               \
  int HD_CONVERGENT work_group_##GROUP_KIND##_logical_##OP(int predicate) {   \
    return (int)(work_group_##GROUP_KIND##_##OP((uint)(predicate != 0)) & 1); \
  }
#define LOGICALS(OP)          \
  LOGICAL(reduce, OP)         \
  LOGICAL(scan_inclusive, OP) \
  LOGICAL(scan_exclusive, OP)
LOGICALS(and)
LOGICALS(or)
LOGICALS(xor)
