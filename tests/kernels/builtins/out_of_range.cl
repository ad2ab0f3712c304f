// SPDX-License-Identifier: Apache-2.0
// Conversions of numbers that no integer is: the result is any, but the same wherever it is asked for, and nothing else is lost.
// sizes: 1 17 64
#include "common.h"
kernel void test_constants(global int* out, global const float* in) {
  int a = convert_int(NAN);
  uint one = a > 0 ? 1u : 2u, two = a > 0 ? 1u : 2u;
  int r = one == two;
  if (convert_int(3e10f) > 5) r += 2; else r += 2;
  switch (convert_uchar(-5.0f)) { case 1: r += 4; break; case 2: r += 4; break; default: r += 4; }
  float found = 1;
  for (int i = 0; i < 7; ++i) found *= 1e5f;
  long big = (long)found;
  if (big < 0) r += 8; else r += 8;
  short4 all = convert_short4((float4)(1, 2, found, 4));
  if (all.z == 7) r += 16; else r += 16;
  out[ITEM] = r + (all.x == 1 && all.w == 4) * 32;
}
kernel void expect_constants(global int* out) { out[ITEM] = 63; }
