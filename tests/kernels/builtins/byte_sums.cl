// SPDX-License-Identifier: Apache-2.0
// Sums of products of bytes as programs write them, some of which become dot products.
// per_item: 8
#include "common.h"

int4 wide(uint bytes, bool is_signed) {
  int4 result;
  int* at = (int*)&result;
  for (int i = 0; i < 4; ++i) {
    const int byte = bytes >> 8 * i & 0xff;
    at[i] = is_signed && byte > 127 ? byte - 256 : byte;
  }
  return result;
}
int sum_of(int4 a, int4 b) {
  int sum = 0;
  const int *pa = (const int*)&a, *pb = (const int*)&b;
  for (int i = 0; i < 4; ++i) sum += pa[i] * pb[i];
  return sum;
}

kernel void test_sums(global int* out, global const char4* in_s, global const uchar4* in_u, global const uint* in_w, uint n) {
  const char4 a = in_s[ITEM], b = in_s[n - ITEM - 1];
  const uchar4 c = in_u[ITEM + 3], d = in_u[ITEM / 2];
  const uint e = in_w[ITEM], f = in_w[5];
  global int* at = out + ITEM * 8;
  at[0] = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  at[1] = at[0] + c.w * a.w + (a.x * c.x + c.y * a.y) + a.z * c.z + 5;
  const int4 p = convert_int4(c) * convert_int4(d);
  at[2] = p.x + p.y + p.z + p.w + c.x;
  at[3] = (char)e * (uchar)f + (char)(e >> 8) * (uchar)(f >> 8) + (char)(e >> 16) * (uchar)(f >> 16) +
          (char)(e >> 24) * (int)(f >> 24);
  at[4] = a.x * b.y + a.y * b.x + a.z * b.z + a.w * b.w;               // none: other pairs
  at[5] = a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w + a.x * b.x;  // the length's square, and a rest
  at[6] = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w + (c.x * d.x + c.y * d.y + c.z * d.z + c.w * d.w);
  at[7] = 0;
  for (uint k = 0; k < 5; ++k) {
    const char4 x = in_s[k], y = in_s[ITEM + k];
    at[7] += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
  }
}
kernel void expect_sums(global int* out, global const uint* in_s, global const uint* in_u, global const uint* in_w, uint n) {
  global int* at = out + ITEM * 8;
  const int4 a = wide(in_s[ITEM], true), b = wide(in_s[n - ITEM - 1], true);
  const int4 c = wide(in_u[ITEM + 3], false), d = wide(in_u[ITEM / 2], false);
  at[0] = sum_of(a, b);
  at[1] = at[0] + sum_of(a, c) + 5;
  at[2] = sum_of(c, d) + c.x;
  at[3] = sum_of(wide(in_w[ITEM], true), wide(in_w[5], false));
  at[4] = sum_of(a, b.yxzw);
  at[5] = sum_of(a, a) + a.x * b.x;
  at[6] = sum_of(a, b) + sum_of(c, d);
  at[7] = 0;
  for (uint k = 0; k < 5; ++k) at[7] += sum_of(wide(in_s[k], true), wide(in_s[ITEM + k], true));
}
