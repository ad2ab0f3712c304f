// SPDX-License-Identifier: Apache-2.0
// One element for each work-item, a constant stride apart, forwards and backwards; also where only
// some work-items take part.
// per_item: 64
#include "common.h"


// Reads from a place that moves by STEP, writes to one that moves by STEP.
#define STRIDE(NAME, T, STEP, ACTIVE)                                                       \
  kernel void test_##NAME(global uchar* out, global const T* in, uint n) {                  \
    long first = STEP < 0 ? -(STEP) * ((long)n - 1) : 0;                                    \
    long at = first + (long)(get_global_id(0) - get_global_offset(0)) * STEP;               \
    if (ACTIVE) ((global T*)out)[at] = in[at] * (T)3;                                       \
  }                                                                                         \
  kernel void expect_##NAME(global uchar* out, global const T* in, uint n) {                \
    long first = STEP < 0 ? -(STEP) * ((long)n - 1) : 0;                                    \
    long at = first + (long)(get_global_id(0) - get_global_offset(0)) * STEP;               \
    if (ACTIVE)                                                                             \
      ((volatile global T*)out)[at] = ((volatile global const T*)in)[at] * (T)3;            \
  }

#define STRIDES(NAME, T)                    \
  STRIDE(NAME##_1, T, 1, true)              \
  STRIDE(NAME##_2, T, 2, true)              \
  STRIDE(NAME##_3, T, 3, true)              \
  STRIDE(NAME##_4, T, 4, true)              \
  STRIDE(NAME##_5, T, 5, true)              \
  STRIDE(NAME##_8, T, 8, true)              \
  STRIDE(NAME##_back, T, -1, true)          \
  STRIDE(NAME##_back_2, T, -2, true)        \
  STRIDE(NAME##_1_some, T, 1, hash(ITEM) & 1)      \
  STRIDE(NAME##_2_some, T, 2, hash(ITEM) & 1)      \
  STRIDE(NAME##_3_some, T, 3, hash(ITEM) & 1)      \
  STRIDE(NAME##_7_some, T, 7, hash(ITEM) & 1)      \
  STRIDE(NAME##_back_some, T, -1, hash(ITEM) & 1)

STRIDES(uchar, uchar)
STRIDES(ushort, ushort)
STRIDES(int, int)
STRIDES(float, float)
STRIDES(long, long)
