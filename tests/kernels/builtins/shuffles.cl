// SPDX-License-Identifier: Apache-2.0
// Elements whose numbers are known at run time only: shuffles, and subscripts of short vectors of 8 and 16.
// sizes: 1 17 64
#include "common.h"
kernel void test_bytes(global uchar* out, global const uchar* in, global const uchar* in_mask) {
  uchar16 x = vload16(ITEM, in), y = vload16(ITEM + 1, in), m = vload16(ITEM, in_mask);
  uchar16 r = shuffle(x, m) + shuffle2(x, y, m) * (uchar)3;
  uchar all = 0;
  for (int i = 0; i < 16; ++i) all = (uchar)(all * 5 + ((uchar*)&r)[i]);
  out[ITEM] = all;
}
kernel void expect_bytes(global uchar* out, global const uchar* in, global const uchar* in_mask) {
  uchar all = 0;
  for (int i = 0; i < 16; ++i) {
    uchar m = in_mask[ITEM * 16 + i];
    all = (uchar)(all * 5 + (uchar)(in[ITEM * 16 + (m & 15)] + in[ITEM * 16 + (m & 31)] * 3));
  }
  out[ITEM] = all;
}

kernel void test_subscripts(global float* out, global const float* in, global const uint* in_number) {
  float8 v = vload8(ITEM, in);
  uint n = in_number[ITEM];
  out[ITEM] = v[n & 7] + shuffle(v, (uint4)(n, n >> 3, n >> 6, n >> 9)).w;
}
kernel void expect_subscripts(global float* out, global const float* in, global const uint* in_number) {
  uint n = in_number[ITEM];
  out[ITEM] = in[ITEM * 8 + (n & 7)] + in[ITEM * 8 + ((n >> 9) & 7)];
}
