// SPDX-License-Identifier: Apache-2.0
// Loops in steps of the range's or the group's size, which all work-items but the last ones leave together.
// sizes: 1 2 3 7 8 15 16 17 31 32 33 64 66 128 256 1000
#include "common.h"

// The value of an iteration, for sums that tell the order.
#define ADD(sum, value) sum = (sum) * 3u + (value)

#define RANGE(name, T, first, condition, step)                            \
  kernel void test_##name(global uint* out, global const uint* in, uint n) { \
    uint sum = 1;                                                         \
    for (T i = first; condition; i += step) ADD(sum, in[i]);              \
    out[ITEM] = sum;                                                      \
  }
// In counted iterations.
#define EXPECT(name, first, last, step)                                      \
  kernel void expect_##name(global uint* out, global const uint* in, uint n) { \
    uint sum = 1;                                                            \
    for (long k = 0; k < 2000; ++k)                                          \
      if ((long)(first) + k * (long)(step) < (long)(last)) ADD(sum, in[(long)(first) + k * (long)(step)]); \
    out[ITEM] = sum;                                                         \
  }

RANGE(int, int, ITEM, i < (int)(8 * n - 3), get_global_size(0))
EXPECT(int, ITEM, 8 * n - 3, get_global_size(0))
RANGE(uint, uint, ITEM + 5, i < 8 * n + 1, get_global_size(0))
EXPECT(uint, ITEM + 5, 8 * n + 1, get_global_size(0))
RANGE(long, long, ITEM, i < 8 * n, get_global_size(0))
EXPECT(long, ITEM, 8 * n, get_global_size(0))
RANGE(size, size_t, ITEM, i < 8 * n - 1, 2 * get_global_size(0))
EXPECT(size, ITEM, 8 * n - 1, 2 * get_global_size(0))
RANGE(to_and_with, int, ITEM, i <= (int)(8 * n - 3), get_global_size(0))
EXPECT(to_and_with, ITEM, 8 * n - 2, get_global_size(0))
RANGE(constant, int, ITEM, i < (int)(n + 999), 64)
EXPECT(constant, ITEM, n + 999, 64)
RANGE(not_all, int, ITEM, i < (int)(n / 2), get_global_size(0))
EXPECT(not_all, ITEM, n / 2, get_global_size(0))

kernel void test_group(global uint* out, global const uint* in, uint n, local uint* box) {
  uint sum = 1;
  for (uint i = LID; i < 600; i += SIZE) ADD(sum, in[i]);
  box[LID] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = box[LID] + box[(LID + 1) % SIZE];
}
uint sum_of(global const uint* in, uint lid, uint size) {
  uint sum = 1;
  for (uint k = 0; k * size + lid < 600; ++k) ADD(sum, in[k * size + lid]);
  return sum;
}
kernel void expect_group(global uint* out, global const uint* in, uint n) {
  out[ITEM] = sum_of(in, LID, SIZE) + sum_of(in, (LID + 1) % SIZE, SIZE);
}

kernel void test_down(global uint* out, global const uint* in, uint n) {
  uint sum = 1;
  for (int i = (int)(8 * n) - (int)ITEM; i > 5; i -= (int)get_global_size(0)) ADD(sum, in[i]);
  out[ITEM] = sum;
}
kernel void expect_down(global uint* out, global const uint* in, uint n) {
  uint sum = 1;
  for (long k = 0; k < 2000; ++k) {
    long i = 8 * (long)n - ITEM - k * (long)get_global_size(0);
    if (i > 5) ADD(sum, in[i]);
  }
  out[ITEM] = sum;
}

// Values that leave the loop, and branches in it.
kernel void test_values(global uint* out, global const uint* in, uint n) {
  uint sum = 1, last = 7, odd = 0;
  int i = ITEM;
  for (; i < (int)(6 * n + 4); i += get_global_size(0)) {
    last = in[i];
    if (last & 1)
      odd += last;
    else
      ADD(sum, last ^ i);
  }
  out[ITEM] = sum + last * 5 + odd * 11 + (uint)i;
}
kernel void expect_values(global uint* out, global const uint* in, uint n) {
  uint sum = 1, last = 7, odd = 0;
  uint i = ITEM;
  for (long k = 0; k < 2000 && i < 6 * n + 4; ++k) {
    last = in[i];
    odd += last % 2 * last;
    sum = last % 2 ? sum : sum * 3 + (last ^ i);
    i += (uint)get_global_size(0);
  }
  out[ITEM] = sum + last * 5 + odd * 11 + i;
}

kernel void test_stores(global uint* out, global const uint* in, uint n, global uint* tmp) {
  for (int i = ITEM; i < (int)(4 * n + 1); i += get_global_size(0)) tmp[i] = in[i] * 3;
  uint sum = 0;
  for (int i = ITEM; i < (int)(4 * n + 1); i += get_global_size(0)) ADD(sum, tmp[i]);
  out[ITEM] = sum;
}
kernel void expect_stores(global uint* out, global const uint* in, uint n) {
  uint sum = 0;
  for (long k = 0; k < 2000; ++k)
    if (ITEM + k * (long)get_global_size(0) < 4 * (long)n + 1) ADD(sum, in[ITEM + k * get_global_size(0)] * 3);
  out[ITEM] = sum;
}

// Code of which there is one copy, for whole and partial vectors.
kernel void KERNEL(one_copy)(global uint* out, global const uint* in, uint n, global const ulong* in_long) {
  uint sum = (uint)(in_long[hash(ITEM) % n] >> 7);
  for (uint i = ITEM; i < 6 * n; i += get_global_size(0)) ADD(sum, in[i]);
  out[ITEM] = sum;
}
