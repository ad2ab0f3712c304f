// SPDX-License-Identifier: Apache-2.0
// Reductions and scans by products, bits and truths (cl_khr_work_group_uniform_arithmetic), each
// against a loop over the work-items before this one. The extension is there, listed or not.
// per_item: 5
// sizes: 1..9 16 17 33 64 100
// dims: 1 3
#pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "common.h"

#define ME get_local_linear_id()
#define ALL (get_local_size(0) * get_local_size(1) * get_local_size(2))
#define OUT (out + get_global_linear_id() * 5)

// What the item with this linear local id has.
ulong any(size_t item) {
  size_t x = item % get_local_size(0), y = item / get_local_size(0) % get_local_size(1),
         z = item / get_local_size(0) / get_local_size(1);
  uint at = hash(get_global_id(0) - get_local_id(0) + x + (get_global_id(1) - get_local_id(1) + y) * 1000 +
                 (get_global_id(2) - get_local_id(2) + z) * 1000000);
  return (ulong)at << 32 | hash(at);
}
// Odd: a product never becomes zero. Few bits that are not set, and few that are.
ulong mul_OF(size_t item) { return any(item) | 1; }
ulong and_OF(size_t item) {
  ulong x = any(item);
  return x | x * 33 | x * 257 | x * 1025;
}
ulong or_OF(size_t item) { return ~and_OF(item); }
ulong xor_OF(size_t item) { return any(item); }
#define mul_BY(A, B) ((A) * (B))
#define and_BY(A, B) ((A) & (B))
#define or_BY(A, B) ((A) | (B))
#define xor_BY(A, B) ((A) ^ (B))

#define INTEGER(T, UT, OP, IDENTITY)                   \
  kernel void test_##OP##_##T(global T* out) {         \
    T mine = (T)OP##_OF(ME);                           \
    OUT[0] = work_group_reduce_##OP(mine);             \
    OUT[1] = work_group_scan_inclusive_##OP(mine);     \
    OUT[2] = work_group_scan_exclusive_##OP(mine);     \
  }                                                    \
  kernel void expect_##OP##_##T(global T* out) {       \
    UT all = IDENTITY;                                 \
    for (size_t i = 0; i < ALL; ++i) {                 \
      if (i == ME) OUT[2] = (T)all;                    \
      all = OP##_BY(all, (UT)OP##_OF(i));              \
      if (i == ME) OUT[1] = (T)all;                    \
    }                                                  \
    OUT[0] = (T)all;                                   \
  }
#define INTEGERS(T, UT)           \
  INTEGER(T, UT, mul, 1)          \
  INTEGER(T, UT, and, ~(UT)0)     \
  INTEGER(T, UT, or, 0)           \
  INTEGER(T, UT, xor, 0)
INTEGERS(int, uint)
INTEGERS(uint, uint)
INTEGERS(long, ulong)
INTEGERS(ulong, ulong)

// Products of powers of two are exact in any order, as long as they neither overflow nor vanish:
// one after the other they alternate.
#define power_OF(T, item) (T)((any(item - item % 2) % 2 == (item) % 2 ? 2.0f : 0.5f) * (any(item) % 4 == 1 && (item) == 5 ? -1 : 1))
#define FLOATS(T)                                             \
  kernel void test_mul_##T(global T* out) {                   \
    T mine = power_OF(T, ME);                                 \
    OUT[0] = work_group_reduce_mul(mine);                     \
    OUT[1] = work_group_scan_inclusive_mul(mine);             \
    OUT[2] = work_group_scan_exclusive_mul(mine);             \
  }                                                           \
  kernel void expect_mul_##T(global T* out) {                 \
    T all = 1, before = 1;                                    \
    for (size_t i = 0; i < ALL; ++i) {                        \
      if (i == ME) before = all;                              \
      all *= power_OF(T, i);                                  \
    }                                                         \
    OUT[0] = all;                                             \
    OUT[1] = before * power_OF(T, ME);                        \
    OUT[2] = before;                                          \
  }
FLOATS(float)
#ifdef cl_khr_fp64
FLOATS(double)
#endif
#ifdef cl_khr_fp16
FLOATS(half)
#endif

// Any number but zero is true.
#define and_IS(item) (any(item) % 40 ? (int)(any(item) | 2) : 0)
#define or_IS(item) (any(item) % 40 ? 0 : (int)(any(item) | 2))
#define xor_IS(item) (any(item) % 2 ? (int)(any(item) | 2) : 0)
#define LOGICAL(OP, IDENTITY)                                                     \
  kernel void test_logical_##OP(global int* out) {                                \
    int mine = OP##_IS(ME);                                                       \
    OUT[0] = work_group_reduce_logical_##OP(mine) != 0;                           \
    OUT[1] = work_group_scan_inclusive_logical_##OP(mine) != 0;                   \
    OUT[2] = work_group_scan_exclusive_logical_##OP(mine) != 0;                   \
    OUT[3] = work_group_reduce_logical_##OP(1) != 0;                              \
    OUT[4] = work_group_reduce_logical_##OP(ME == ALL - 1 ? INT_MIN : 0) != 0;    \
  }                                                                               \
  kernel void expect_logical_##OP(global int* out) {                              \
    int all = IDENTITY, before = IDENTITY, ones = IDENTITY, last = IDENTITY;      \
    for (size_t i = 0; i < ALL; ++i) {                                            \
      if (i == ME) before = all;                                                  \
      all = OP##_BY(all, OP##_IS(i) != 0);                                        \
      ones = OP##_BY(ones, 1);                                                    \
      last = OP##_BY(last, i == ALL - 1);                                         \
    }                                                                             \
    OUT[0] = all;                                                                 \
    OUT[1] = OP##_BY(before, OP##_IS(ME) != 0);                                   \
    OUT[2] = before;                                                              \
    OUT[3] = ones;                                                                \
    OUT[4] = last;                                                                \
  }
LOGICAL(and, 1)
LOGICAL(or, 0)
LOGICAL(xor, 0)
