// SPDX-License-Identifier: Apache-2.0
// Rows of 8, 16 and 32 elements, one for each work-item: all of a row, or some of it, read and written.
// sizes: 1 16 64
// per_item: 64
#include "common.h"

// All elements of a row are read, in another order than they are written.
#define ROW(NAME, T, N, STEP)                                                       \
  kernel void test_##NAME(global T* out, global const T* in) {                      \
    T row[N];                                                                       \
    for (int i = 0; i < N; ++i) row[i] = in[ITEM * N + i];                          \
    for (int i = 0; i < N; ++i) out[ITEM * N + i] = row[(i * 5 + 3) % N] * (T)7 + (T)i; \
  }                                                                                 \
  kernel void expect_##NAME(global T* out, global const T* in) {                    \
    for (int i = 0; i < N; ++i)                                                     \
      ((volatile global T*)out)[ITEM * N + i] =                                     \
          ((volatile global const T*)in)[ITEM * N + (i * 5 + 3) % N] * (T)7 + (T)i; \
  }                                                                                 \
  kernel void test_##NAME##_some(global T* out, global const T* in) {               \
    T sum = 0;                                                                      \
    for (int i = 1; i < N; i += STEP) sum = (T)(sum * (T)3 + in[ITEM * N + i]);     \
    out[ITEM] = sum;                                                                \
  }                                                                                 \
  kernel void expect_##NAME##_some(global T* out, global const T* in) {             \
    T sum = 0;                                                                      \
    for (int i = 1; i < N; i += STEP)                                               \
      sum = (T)(sum * (T)3 + ((volatile global const T*)in)[ITEM * N + i]);         \
    out[ITEM] = sum;                                                                \
  }

ROW(uchar_8, uchar, 8, 2)
ROW(uchar_16, uchar, 16, 2)
ROW(uchar_16_few, uchar, 16, 7)
ROW(uchar_32, uchar, 32, 3)
ROW(ushort_8, ushort, 8, 2)
ROW(ushort_16, ushort, 16, 5)
ROW(uint_4, uint, 4, 2)
ROW(uint_8, uint, 8, 3)
ROW(ulong_2, ulong, 2, 1)
ROW(ulong_4, ulong, 4, 2)
