// SPDX-License-Identifier: Apache-2.0
// Sines of huge angles from many places, in unrolled loops and behind conditions.
// sizes: 1 17 64
// per_item: 24
#include "common.h"
float angle(uint x, int i) {
  return (float)(x & 0xffff) * (i % 3 == 0 ? 0x1p-12f : i % 3 == 1 ? 0x1p6f : 0x1p90f) * (x & 1 ? -1 : 1);
}
kernel void test_unrolled(global float* out, global const uint* in) {
  float s[12], c[12];
  __attribute__((opencl_unroll_hint(12)))
  for (int i = 0; i < 12; ++i) s[i] = sincos(angle(in[ITEM + i], i), &c[i]);
  for (int i = 0; i < 12; ++i) out[24 * ITEM + 2 * i] = s[i], out[24 * ITEM + 2 * i + 1] = c[i];
}
kernel void expect_unrolled(global float* out, global const uint* in) {
  __attribute__((opencl_unroll_hint(1)))
  for (int i = 0; i < 12; ++i) {
    float c, s = sincos(angle(in[ITEM + i], i), &c);
    out[24 * ITEM + 2 * i] = s, out[24 * ITEM + 2 * i + 1] = c;
  }
}
kernel void test_guarded(global float* out, global const uint* in) {
  for (int i = 0; i < 24; ++i) out[24 * ITEM + i] = 0;
  float a = angle(in[ITEM], 0), b = angle(in[ITEM], 1), c = angle(in[ITEM], 2), d = angle(in[ITEM + 1], 2), x;
  global float* at = out + 24 * ITEM;
  if (in[ITEM] & 2) at[0] = sincos(a, &x), at[1] = x, at[2] = sincos(b, &x), at[3] = x;
  else at[4] = sincos(c, &x), at[5] = x;
  if (in[ITEM] & 4) at[6] = sincos(d, &x), at[7] = x, at[8] = sincos(c - b, &x), at[9] = x;
  at[10] = sincos(c + d, &x), at[11] = x;
}
kernel void expect_guarded(global float* out, global const uint* in) {
  global float* at = out + 24 * ITEM;
  float a = angle(in[ITEM], 0), b = angle(in[ITEM], 1), c = angle(in[ITEM], 2), d = angle(in[ITEM + 1], 2);
  for (int i = 0; i < 24; ++i) at[i] = 0;
  float all[6] = {a, b, c, d, c - b, c + d};
  bool used[6] = {in[ITEM] & 2, in[ITEM] & 2, !(in[ITEM] & 2), in[ITEM] & 4, in[ITEM] & 4, true};
  __attribute__((opencl_unroll_hint(1)))
  for (int i = 0; i < 6; ++i) {
    float x, s = sincos(all[i], &x);
    if (used[i]) at[2 * i] = s, at[2 * i + 1] = x;
  }
}
