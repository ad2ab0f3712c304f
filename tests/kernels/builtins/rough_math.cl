// SPDX-License-Identifier: Apache-2.0
// The rough functions are exact where programs take it for granted: e^0, 1^y, log(1); x / x is not
// above one, which asin(native_divide(z, length)) needs.
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

kernel void test_quotient(global float* out, global const float* in) {
  float x = in[ITEM] * 0.37f + (float)ITEM * 1.7f + 0.3f, zero = in[ITEM] * 0.0f;
  float above = as_float(as_int(x) + 1);
  float sum = (native_divide(x, x) <= 1.0f && native_divide(x, x) >= 0.9999998f) + (native_divide(x, above) <= 1.0f) * 2 + !isnan(asin(native_divide(-x, x))) * 4;
  sum += isinf(native_divide(x, zero)) * 8 + (native_divide(zero, x) == 0.0f) * 16 + (native_divide(x, INFINITY) == 0.0f) * 32;
  out[ITEM] = sum + isnan(native_divide(zero, zero)) * 64 + (fabs(native_divide(x, 3.0f) * 3.0f - x) <= fabs(x) * 1e-6f) * 128;
}
kernel void expect_quotient(global float* out) { out[ITEM] = 255; }
