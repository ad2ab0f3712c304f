// SPDX-License-Identifier: Apache-2.0
// Logarithms: of powers of the base exactly, of zero, infinities, negative and subnormal numbers, and of constants just below powers
// of two, whose exponents nobody may take from a rounded logarithm.
// sizes: 1 17 64
#include "common.h"
kernel void test_powers(global int* out, global const float* in) {
  int n = (int)(ITEM % 253) - 126, d = (int)(ITEM % 38);
  float x = ldexp(in[ITEM] * 0.0f + 1.0f, n), ten = 1;
  for (int i = 0; i < d; ++i) ten = d > 10 ? 1.0f : ten * 10.0f;
  int r = (log2(x) == (float)n) + (log(x * 0.0f + 1.0f) == 0.0f) * 2 + (log10(ten) == (d > 10 ? 0.0f : (float)d)) * 4 + (native_log2(x) == (float)n) * 8;
  out[ITEM] = r + (fabs(log(x) - (float)n * 0.693147181f) <= 2e-7f * fabs((float)n)) * 16;
}
kernel void expect_powers(global int* out) { out[ITEM] = 31; }

kernel void test_special(global int* out, global const float* in) {
  float zero = fabs(in[ITEM]) * 0.0f, one = zero + 1.0f, least = as_float((int)zero + 1);
  int r = (log(zero) == -INFINITY && log(-zero) == -INFINITY && log2(zero) == -INFINITY && native_log(zero) == -INFINITY);
  r += (isnan(log(-one)) && isnan(log2(-one)) && isnan(log(-one / zero)) && isnan(native_log(-one)) && isnan(log(zero / zero))) * 2;
  r += (log(one / zero) == INFINITY && log2(one / zero) == INFINITY) * 4 + (log2(least) == -149.0f || log2(least) == -INFINITY) * 8;
  out[ITEM] = r;
}
kernel void expect_special(global int* out) { out[ITEM] = 15; }

kernel void test_constants(global int* out, global const float* in) {
  float zero = in[ITEM] * 0.0f;
  float4 v = log2((float4)(255.99998f, 65535.996f, 0.99999994f, 1.9999999f));
  float4 w = log2((float4)(255.99998f, 65535.996f, 0.99999994f, 1.9999999f) + zero);
  int r = (log2(255.99998f) == 8.0f) + (fabs(v.x - w.x) <= 1e-6f) * 2 + (fabs(v.y - w.y) <= 2e-6f) * 4;
  out[ITEM] = r + (fabs(v.z - w.z) <= 1e-14f && v.z < 0.0f) * 8 + (fabs(v.w - w.w) <= 2e-7f) * 16;
}
kernel void expect_constants(global int* out) { out[ITEM] = 31; }
