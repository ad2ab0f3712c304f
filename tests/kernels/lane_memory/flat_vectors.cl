// SPDX-License-Identifier: Apache-2.0
// Short vectors of which each element goes the same way, wherever lanes are left out: registers are as memory is then.
// per_item: 16
#include "common.h"

kernel void test_bytes(global uchar* out, global const uchar16* in_a, global const uchar16* in_b) {
  uint i = ITEM;
  uchar16 a = in_a[i], b = in_b[i];
  if (hash(i) % 3) vstore16((a << (b & (uchar16)7)) * b + add_sat(a, b) - select(a, b, a > b), i, out);
}
kernel void expect_bytes(global uchar* out, global const uchar* in_a, global const uchar* in_b) {
  for (uint k = ITEM * 16; k < ITEM * 16 + 16; ++k) {
    uint a = in_a[k], b = in_b[k];
    if (hash(ITEM) % 3) out[k] = (a << b % 8) * b + min(a + b, 255u) - (a > b ? b : a);
  }
}

kernel void test_widened(global int* out, global const short16* in, uint n) {
  int16 sum = 5;
  for (uint k = 0; k < 4; ++k) sum = sum * 3 + convert_int16(in[(ITEM + k) % n]);
  short16 own = in[ITEM];
  vstore16(sum - convert_int16(own >> (short16)3) * (int)n, ITEM, out);
}
kernel void expect_widened(global int* out, global const short* in, uint n) {
  for (uint m = 0; m < 16; ++m) {
    int sum = 5;
    for (uint k = 0; k < 4; ++k) sum = sum * 3 + in[(ITEM + k) % n * 16 + m];
    out[ITEM * 16 + m] = sum - (in[ITEM * 16 + m] >> 3) * (int)n;
  }
}

kernel void test_sums(global int* out, global const int16* in, uint n) {
  int16 sum = 0;
  for (uint k = 0; k < 3; ++k) sum = (sum ^ in[ITEM + k]) + max(sum, in[ITEM + k] >> 2);
  vstore16(sum, ITEM, out);
}
kernel void expect_sums(global int* out, global const int* in, uint n) {
  for (uint m = 0; m < 16; ++m) {
    int sum = 0;
    for (uint k = 0; k < 3; ++k) {
      int next = in[(ITEM + k) * 16 + m];
      sum = (sum ^ next) + max(sum, next >> 2);
    }
    out[ITEM * 16 + m] = sum;
  }
}

// Three elements do not fill registers: a lane's may lie in two.
kernel void test_threes(global float* out, global const float* in) {
  if (ITEM % 5 != 2) vstore3(vload3(ITEM, in) * 3.0f + 1.0f, ITEM, out);
}
kernel void expect_threes(global float* out, global const float* in) {
  for (uint k = ITEM * 3; k < ITEM * 3 + 3; ++k)
    if (ITEM % 5 != 2) out[k] = fma(in[k], 3.0f, 1.0f);
}

// What is asked for its elements, divided (lanes that are left out divide by one) or different for each lane is not of the kind.
kernel void test_elements(global uint* out, global const uint4* in) {
  uint4 a = in[ITEM], b = a * 3u;
  global uint4* to = (global uint4*)out + ITEM * 4;
  to[0] = b + 1u;
  to[1] = a + ITEM;
  to[2] = b.wzyx;
  to[3] = (uint4)(a.x + b.y, a.y, 7, b.w);
}
kernel void expect_elements(global uint* out, global const uint* in) {
  global const uint* a = in + ITEM * 4;
  global uint* to = out + ITEM * 16;
  for (uint k = 0; k < 4; ++k) {
    to[k] = a[k] * 3 + 1;
    to[4 + k] = a[k] + ITEM;
    to[8 + k] = a[3 - k] * 3;
  }
  to[12] = a[0] + a[1] * 3;
  to[13] = a[1];
  to[14] = 7;
  to[15] = a[3] * 3;
}

kernel void test_quotients(global uchar* out, global const uchar16* in) {
  if (hash(ITEM) & 1) vstore16(in[ITEM] / (in[ITEM + 1] | (uchar16)1), ITEM, out);
}
kernel void expect_quotients(global uchar* out, global const uchar* in) {
  for (uint k = ITEM * 16; k < ITEM * 16 + 16; ++k)
    if (hash(ITEM) & 1) out[k] = in[k] / (in[k + 16] | 1);
}

// Two results of the same loads, of which one is what another kind of vector needs.
kernel void test_twice(global ushort* out, global const ushort8* in) {
  ushort8 a = in[2 * ITEM], b = in[2 * ITEM + 1];
  global ushort8* to = (global ushort8*)out + 2 * ITEM;
  to[0] = a & b;
  to[1] = rotate(a, b) + popcount(b);
}
kernel void expect_twice(global ushort* out, global const ushort* in) {
  for (uint k = 0; k < 8; ++k) {
    ushort a = in[ITEM * 16 + k], b = in[ITEM * 16 + 8 + k], count = 0;
    for (uint bit = 0; bit < 16; ++bit) count += b >> bit & 1;
    out[ITEM * 16 + k] = a & b;
    out[ITEM * 16 + 8 + k] = (ushort)((uint)a << b % 16 | (uint)a >> (16 - b % 16)) + count;
  }
}
