// SPDX-License-Identifier: Apache-2.0
// Pairs that lie a power of two apart, as sorting networks and FFTs have them: lanes are neighbours where it is large.
// per_item: 2
// sizes: 1..40 64 67 128 1000
#include "common.h"

// From 1 to 1024, with the number of work-items.
#define DISTANCE (1u << (n % 11))
#define PLAIN(i, d) ((i) / (d) * 2 * (d) + (i) % (d))

// What a place holds says who wrote it.
#define WRITE(TYPE, LEFT)                                                       \
  {                                                                             \
    TYPE left = LEFT, right = left + d;                                         \
    if (right < 2 * (TYPE)n)                                                    \
      out[left] = (uint)i * 2 + in[left], out[right] = (uint)i * 3 ^ in[right]; \
  }

kernel void test_shifts(global uint* out, global const uint* in, uint n) {
  uint i = ITEM, s = n % 11, d = 1u << s;
  WRITE(uint, (i >> s << (s + 1)) | (i & (d - 1)))
}
kernel void expect_shifts(global uint* out, global const uint* in, uint n) {
  volatile uint i = ITEM, d = DISTANCE;
  WRITE(uint, PLAIN(i, d))
}

kernel void test_twice_less(global uint* out, global const uint* in, uint n) {
  int i = ITEM, d = DISTANCE;
  WRITE(int, 2 * i - (i & (d - 1)))
}
kernel void expect_twice_less(global uint* out, global const uint* in, uint n) {
  volatile uint i = ITEM, d = DISTANCE;
  WRITE(uint, PLAIN(i, d))
}

kernel void test_long(global uint* out, global const uint* in, uint n) {
  size_t i = ITEM, d = DISTANCE;
  WRITE(size_t, ((i & ~(d - 1)) << 1) + (i & (d - 1)))
}
kernel void expect_long(global uint* out, global const uint* in, uint n) {
  volatile size_t i = ITEM, d = DISTANCE;
  WRITE(size_t, PLAIN(i, d))
}

kernel void test_less_rest(global uint* out, global const uint* in, uint n) {
  size_t i = ITEM, d = DISTANCE, rest = i & (d - 1);
  WRITE(size_t, (i - rest) * 2 + rest)
}
kernel void expect_less_rest(global uint* out, global const uint* in, uint n) {
  volatile size_t i = ITEM, d = DISTANCE;
  WRITE(size_t, PLAIN(i, d))
}

// Bits that both sides of `|` have: no sum.
kernel void test_overlap(global uint* out, global const uint* in, uint n) {
  uint i = ITEM, mask = n * 5 | 15, base = n % 7 * 8;
  out[2 * i] = in[(base | (i & mask)) % (4 * n)];
  out[2 * i + 1] = in[((i >> 3 << 2) | (i & mask)) % (4 * n)];
}
kernel void expect_overlap(global uint* out, global const uint* in, uint n) {
  volatile uint i = ITEM, mask = n * 5 | 15, base = n % 7 * 8;
  out[2 * i] = in[(base | (i & mask)) % (4 * n)];
  out[2 * i + 1] = in[((i / 8 * 4) | (i & mask)) % (4 * n)];
}
kernel void test_overlap_read(global uint* out, global const uint* in, uint n) {
  uint i = ITEM, s = n % 5, mask = n % 64, base = n * 37 & 63;
  out[2 * i] = in[base | (i & mask)];
  out[2 * i + 1] = in[(i >> s) + (i & mask)] + in[((i >> 4) & 15) | (i & (15 + n % 2 * 16))];
}
kernel void expect_overlap_read(global uint* out, global const uint* in, uint n) {
  volatile uint i = ITEM, s = n % 5, mask = n % 64, base = n * 37 & 63;
  out[2 * i] = in[base | (i & mask)];
  out[2 * i + 1] = in[(i >> s) + (i & mask)] + in[((i >> 4) & 15) | (i & (15 + n % 2 * 16))];
}
