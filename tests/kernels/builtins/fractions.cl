// SPDX-License-Identifier: Apache-2.0
// fract is x - floor(x): +0 for whole numbers, and less than one. What §7.5.1 says of zeros, infinities and NaNs comes first.
// needs: cl_khr_fp64 cl_khr_fp16
// sizes: 1 5 16 64
// per_item: 4
#include "common.h"
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define NONE __builtin_nanf("")
#define NUMBERS {0, -0.0, INFINITY, -INFINITY, NONE, -3, -1, 3, -2.5, 2.5, -0x1p-9, -1024, 1024, -1.25, 7.75, TINY}
#define PARTS {0, -0.0, 0, -0.0, NONE, 0, 0, 0, 0.5, 0.5, 1 - 0x1p-9, 0, 0, 0.75, 0.75, BELOW_ONE}
#define WHOLES {0, -0.0, INFINITY, -INFINITY, NONE, -3, -1, 3, -3, 2, -1, -1024, 1024, -2, 7, -1}
#define TEST(T)                                                                        \
  constant T T##_numbers[16] = NUMBERS, T##_parts[16] = PARTS, T##_wholes[16] = WHOLES; \
  kernel void test_##T(global T* out) {                                                 \
    T x = T##_numbers[ITEM % 16], whole;                                                \
    T##2 wholes;                                                                        \
    out[ITEM * 4] = fract(x, &whole);                                                   \
    out[ITEM * 4 + 1] = whole;                                                          \
    out[ITEM * 4 + 2] = fract((T##2)(1, x), &wholes).y;                                 \
    out[ITEM * 4 + 3] = wholes.y;                                                       \
  }                                                                                     \
  kernel void expect_##T(global T* out) {                                               \
    out[ITEM * 4] = out[ITEM * 4 + 2] = T##_parts[ITEM % 16];                           \
    out[ITEM * 4 + 1] = out[ITEM * 4 + 3] = T##_wholes[ITEM % 16];                      \
  }

#define TINY -0x1p-60f
#define BELOW_ONE 0x1.fffffep-1f
TEST(float)
#undef TINY
#undef BELOW_ONE
#define TINY -0x1p-1000
#define BELOW_ONE 0x1.fffffffffffffp-1
TEST(double)
#undef TINY
#undef BELOW_ONE
#define TINY -0x1p-20h
#define BELOW_ONE 0x1.ffcp-1h
TEST(half)
