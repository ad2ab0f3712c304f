// SPDX-License-Identifier: Apache-2.0
// The rough functions are exact where programs take it for granted: e^0, 1^y and log(1).
// sizes: 1 17 64
#include "common.h"
kernel void test_exact(global float* out, global const float* in) {
  float zero = in[ITEM] * 0.0f, one = zero + 1.0f, y = (float)ITEM * 0.25f;
  float sum = native_exp(zero) + native_exp2(zero) * 2 + native_exp10(zero) * 4 + half_exp(zero) * 8 + half_exp2(zero) * 16;
  sum += half_exp10(zero) * 32 + native_powr(one, y) * 64 + half_powr(one, y) * 128;
  sum += native_log(one) + native_log2(one) + native_log10(one) + half_log(one) + half_log2(one) + half_log10(one);
  out[ITEM] = sum + native_sin(zero) + half_sin(zero) + native_tan(zero) + half_tan(zero);
}
kernel void expect_exact(global float* out) { out[ITEM] = 255; }
