// SPDX-License-Identifier: Apache-2.0
// Loops along a matrix row of each work-item, which lanes take by cache lines: they read, write, or do both.
// per_item: 37
// sizes: 1..20 33 64 67
#include "common.h"

#define ROW 37  // no multiple of what is unrolled

kernel void test_copy(global uint* out, global const uint* in, uint n) {
  size_t row = ITEM * ROW;
  for (uint k = 0; k < n % 38; k++) out[row + k] = in[(ITEM + k) % 64] * 3 + k;
}
kernel void expect_copy(global uint* out, global const uint* in, uint n) {
  size_t row = ITEM * ROW;
  for (volatile uint k = 0; k < n % 38; k++) out[row + k] = in[(ITEM + k) % 64] * 3 + k;
}

// What is read was written by the iteration before.
kernel void test_sums(global uint* out, global const uint* in) {
  size_t row = ITEM * ROW;
  out[row] = in[ITEM];
  for (uint k = 1; k < ROW; k++) out[row + k] = out[row + k - 1] * 5 + k;
}
kernel void expect_sums(global uint* out, global const uint* in) {
  uint sum = in[ITEM];
  for (volatile uint k = 0; k < ROW; k++) {
    if (k > 0) sum = sum * 5 + k;
    out[ITEM * ROW + k] = sum;
  }
}

// In place: each element is read before it is written, others before or after.
kernel void test_in_place(global uint* out, global const uint* in) {
  size_t row = ITEM * ROW;
  for (uint k = 0; k < ROW; k++) out[row + k] = in[ITEM] + k * k;
  for (uint k = 0; k + 1 < ROW; k++) out[row + k] = out[row + k] * 7 + out[row + k + 1];
}
kernel void expect_in_place(global uint* out, global const uint* in) {
  for (volatile uint k = 0; k < ROW; k++) {
    uint x = in[ITEM], at = k;
    out[ITEM * ROW + at] = at + 1 < ROW ? (x + at * at) * 7 + x + (at + 1) * (at + 1) : x + at * at;
  }
}

// Bytes, halves of words and long numbers of rows.
#define SIZES(NAME, TYPE)                                                       \
  kernel void test_##NAME(global uint* out, global const TYPE* in) {            \
    size_t row = ITEM % 8 * 3;                                                  \
    TYPE sum = 0;                                                               \
    for (uint k = 0; k < 35; k++) sum = sum * 3 + in[row * 5 + k];              \
    out[ITEM * ROW] = (uint)sum;                                                \
  }                                                                             \
  kernel void expect_##NAME(global uint* out, global const TYPE* in) {          \
    size_t row = ITEM % 8 * 3;                                                  \
    TYPE sum = 0;                                                               \
    for (volatile uint k = 0; k < 35; k++) sum = sum * 3 + in[row * 5 + k];     \
    out[ITEM * ROW] = (uint)sum;                                                \
  }
SIZES(bytes, uchar)
SIZES(shorts, ushort)
SIZES(longs, ulong)

// Rows of the lanes lie a fixed distance apart, and are copied backwards: no row in the order of the loop.
kernel void test_backwards(global uint* out, global const uint* in) {
  size_t row = ITEM * ROW;
  for (int k = ROW - 1; k >= 0; k--) out[row + k] = in[ITEM % 32 + k] + k;
}
kernel void expect_backwards(global uint* out, global const uint* in) {
  for (volatile int k = 0; k < ROW; k++) out[ITEM * ROW + k] = in[ITEM % 32 + k] + k;
}

// A row is written, another one of the same buffer read.
kernel void test_next_row(global uint* out, global const uint* in) {
  size_t row = ITEM * ROW;
  for (uint k = 0; k < 18; k++) out[row + k] = in[ITEM] ^ k;
  for (uint k = 0; k < 18; k++) out[row + 18 + k] = out[row + k] + 1;
}
kernel void expect_next_row(global uint* out, global const uint* in) {
  for (volatile uint k = 0; k < 36; k++) out[ITEM * ROW + k] = (in[ITEM] ^ k % 18) + (k >= 18);
}
