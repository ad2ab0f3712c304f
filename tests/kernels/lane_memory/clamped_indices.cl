// SPDX-License-Identifier: Apache-2.0
// Indices that stop at the edges: a vector in the middle reads neighbours, one at an edge does not.
// per_item: 4
#include "common.h"

#define CLAMPED(NAME, T)                                                                      \
  kernel void test_##NAME(global T* out, global const T* in, uint n) {                        \
    int x = ITEM, last = (int)n - 1;                                                          \
    T sum = in[max(x - 1, 0)] + (T)3 * in[min(x + 1, last)];                                  \
    sum += (T)5 * in[clamp(x + 2, 0, last)] + in[7 * (int)n / 8 + clamp(x - 3, 2, last)];     \
    out[4 * x] = sum;                                                                         \
    if (hash(x) & 1) out[4 * x + 1] = in[clamp(x - 2, 0, last)];                              \
    uint u = ITEM;                                                                            \
    out[4 * x + 2] = in[u > 0 ? u - 1 : 0] + in[u + 1 < n ? u + 1 : n - 1];                   \
    out[4 * x + 3] = in[clamp(3 - x, -2, 5) + 2] + in[2 * clamp(x - 1, 0, last) + 1];         \
  }                                                                                           \
  kernel void expect_##NAME(global T* out, global const T* in, uint n) {                      \
    long x = ITEM, last = (long)n - 1;                                                        \
    volatile global const T* from = in;                                                       \
    T sum = from[x < 1 ? 0 : x - 1] + (T)3 * from[x + 1 > last ? last : x + 1];               \
    long a = x + 2 > last ? last : x + 2, b = x - 3 < 2 ? 2 : x - 3;                          \
    if (b > last) b = last;                                                                   \
    sum += (T)5 * from[a] + from[7 * (int)n / 8 + b];                                         \
    out[4 * x] = sum;                                                                         \
    if (hash(x) & 1) out[4 * x + 1] = from[x < 2 ? 0 : x - 2 > last ? last : x - 2];          \
    out[4 * x + 2] = from[x > 0 ? x - 1 : 0] + from[x + 1 < n ? x + 1 : last];                \
    long c = 3 - x < -2 ? -2 : 3 - x;                                                         \
    out[4 * x + 3] = from[c + 2] + from[2 * (x < 1 ? 0 : x - 1) + 1];                         \
  }

CLAMPED(uchar, uchar)
CLAMPED(ushort, ushort)
CLAMPED(uint, uint)
CLAMPED(float, float)
CLAMPED(ulong, ulong)

// The edge repeats on all sides of a picture; what follows the clamp may wrap, as far as LLVM knows.
kernel void test_picture(global uchar* out, global const uchar* in, uint n) {
  int width = 21, height = (int)n / 21 + 1, x = (int)ITEM % 21, y = (int)ITEM / 21, sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -2; dx <= 2; ++dx)
      sum += (dx + 3) * in[clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1)];
  int at = (int)ITEM;
  for (int d = -3; d <= 3; ++d) sum = 3 * sum + in[clamp(at + d, 0, (int)n - 1) * 1 + 5];
  out[4 * ITEM] = sum;
  out[4 * ITEM + 1] = sum >> 8;
}
kernel void expect_picture(global uchar* out, global const uchar* in, uint n) {
  int width = 21, height = (int)n / 21 + 1, x = (int)ITEM % 21, y = (int)ITEM / 21, sum = 0;
  volatile global const uchar* from = in;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      int row = y + dy < 0 ? 0 : y + dy > height - 1 ? height - 1 : y + dy;
      int column = x + dx < 0 ? 0 : x + dx > width - 1 ? width - 1 : x + dx;
      sum += (dx + 3) * from[row * width + column];
    }
  int at = (int)ITEM;
  for (int d = -3; d <= 3; ++d) {
    int place = at + d < 0 ? 0 : at + d > (int)n - 1 ? (int)n - 1 : at + d;
    sum = 3 * sum + from[place + 5];
  }
  out[4 * ITEM] = sum;
  out[4 * ITEM + 1] = sum >> 8;
}

// Rows of a power of two: the sum of a row's start and the clamped column are disjoint bits.
kernel void test_rows_of_16(global uint* out, global const uint* in, uint n) {
  int x = (int)ITEM;
  uint sum = 0;
  for (int row = 0; row < 2; ++row)
    for (int d = -2; d <= 2; ++d) sum = 3 * sum + in[row * 16 + clamp(x + d - 7, 0, 15)];
  out[4 * ITEM] = sum;
  if (hash(x) & 1) out[4 * ITEM + 1] = in[(int)(n & 1) * 16 + clamp(x - 5, 1, 14)];
}
kernel void expect_rows_of_16(global uint* out, global const uint* in, uint n) {
  long x = (long)ITEM;
  volatile global const uint* from = in;
  uint sum = 0;
  for (int row = 0; row < 2; ++row)
    for (int d = -2; d <= 2; ++d) {
      long column = x + d - 7 < 0 ? 0 : x + d - 7 > 15 ? 15 : x + d - 7;
      sum = 3 * sum + from[row * 16 + column];
    }
  out[4 * ITEM] = sum;
  long column = x - 5 < 1 ? 1 : x - 5 > 14 ? 14 : x - 5;
  if (hash(x) & 1) out[4 * ITEM + 1] = from[(int)(n & 1) * 16 + column];
}
