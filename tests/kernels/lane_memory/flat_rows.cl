// SPDX-License-Identifier: Apache-2.0
// Short vectors that lie anywhere, of which each element goes the same way: read from where a number says, from neighbours that
// are the same for some lanes, and written to where a number says.
// per_item: 16
#include "common.h"

#define ROWS(NAME, T, N)                                                                            \
  kernel void test_##NAME(global T* out, global const T* in, global const uint* in_number, uint n) { \
    uint other = in_number[ITEM] % n, near = ITEM + 1 == n ? 0 : ITEM + 1;                          \
    T##N a = vload##N(other, in), b = vload##N(near, in), c = vload##N(2 * min(ITEM, 9u), in);      \
    if (in_number[ITEM] & 64) vstore##N(a * (T)3 + (b ^ c), n - 1 - ITEM, out);                        \
  }                                                                                                 \
  kernel void expect_##NAME(global T* out, global const T* in, global const uint* in_number, uint n) { \
    const uint other = in_number[ITEM] % n, near = (ITEM + 1) % n;                                  \
    for (uint k = 0; k < N && in_number[ITEM] & 64; ++k) {                                          \
      const T a = in[other * N + k], b = in[near * N + k], c = in[2 * min(ITEM, 9u) * N + k];       \
      out[(n - 1 - ITEM) * N + k] = a * 3 + (b ^ c);                                                \
    }                                                                                               \
  }                                                                                                 \
  kernel void test_##NAME##_out(global T* out, global const T* in, global const uint* in_number, uint n) { \
    const uint place = (ITEM & ~7u) + 7 < n ? ITEM ^ (in_number[ITEM / 8] & 7) : ITEM;              \
    if (hash(ITEM) & 3) vstore##N(vload##N(ITEM, in) + (T)1, place, out);                              \
  }                                                                                                 \
  kernel void expect_##NAME##_out(global T* out, global const T* in, global const uint* in_number, uint n) { \
    const uint place = (ITEM & ~7u) + 7 < n ? ITEM ^ (in_number[ITEM / 8] & 7) : ITEM;              \
    for (uint k = 0; k < N && hash(ITEM) & 3; ++k) out[place * N + k] = in[ITEM * N + k] + 1;       \
  }

ROWS(uchar16, uchar, 16)
ROWS(char4, char, 4)
ROWS(uchar2, uchar, 2)
ROWS(short8, short, 8)
ROWS(ushort2, ushort, 2)
ROWS(uint2, uint, 2)
ROWS(int4, int, 4)
ROWS(uint8, uint, 8)
ROWS(long2, long, 2)
ROWS(ulong4, ulong, 4)

// Sums of rows in a loop that lanes leave at different times.
kernel void test_sums(global int* out, global const int* in, global const uint* in_number, uint n) {
  int4 sum = 0;
  for (uint k = 0; k < (in_number[ITEM] & 3); ++k) sum += vload4(in_number[ITEM + k] % n, in);
  vstore4(sum, ITEM, out);
}
kernel void expect_sums(global int* out, global const int* in, global const uint* in_number, uint n) {
  for (uint m = 0; m < 4; ++m) {
    int sum = 0;
    for (uint k = 0; k < (in_number[ITEM] & 3); ++k) sum += in[in_number[ITEM + k] % n * 4 + m];
    out[ITEM * 4 + m] = sum;
  }
}
