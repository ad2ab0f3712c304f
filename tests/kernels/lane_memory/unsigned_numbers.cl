// SPDX-License-Identifier: Apache-2.0
// Elements whose numbers are 2^31 and more, in all lanes and in some.
// per_item: 2
// arg far: i32 -2147483584
// arg near: i32 2147483600
#include "common.h"

#define NUMBERS(NAME, T, START)                                                     \
  kernel void test_##NAME(global T* out, global const T* in, uint START, uint n) {  \
    const uint x = hash(ITEM) % n + START;                                          \
    global const T* from = (global const T*)((ulong)in - sizeof(T) * (ulong)START); \
    T value = 5;                                                                    \
    if (hash(ITEM) % 3 != 0) value = from[x];                                       \
    out[2 * ITEM] = from[x];                                                        \
    out[2 * ITEM + 1] = value;                                                      \
  }                                                                                 \
  kernel void expect_##NAME(global T* out, global const T* in, uint n) {            \
    const uint x = hash(ITEM) % n;                                                  \
    out[2 * ITEM] = in[x];                                                          \
    out[2 * ITEM + 1] = hash(ITEM) % 3 != 0 ? in[x] : (T)5;                         \
  }

NUMBERS(uint_far, uint, far)
NUMBERS(uint_near, uint, near)  // on both sides of 2^31
NUMBERS(float_far, float, far)
NUMBERS(ulong_near, ulong, near)
NUMBERS(uchar_near, uchar, near)
