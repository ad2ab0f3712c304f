// SPDX-License-Identifier: Apache-2.0
// min, max and clamp of what is not a number are the other operand and the lower bound, as on GPUs: distances and colours
// of ray tracers (§6.13.4 leaves it open).
// sizes: 1 17 64
#include "common.h"
kernel void test_clamp_nan(global float* out, global const float* in) {
  float zero = in[ITEM] * 0.0f, nan = zero / zero;
  float2 two = clamp((float2)(nan, 7.0f), 0.25f, 5.0f);
  out[ITEM] = clamp(nan, 1.0f, 3.0f) + 10 * clamp(-4.0f + zero, 2.0f, 3.0f) + 100 * two.x + two.y;
}
kernel void expect_clamp_nan(global float* out) { out[ITEM] = 1 + 20 + 25 + 5; }
kernel void test_min_max_nan(global float* out, global const float* in) {
  float zero = in[ITEM] * 0.0f, nan = zero / zero;
  float4 four = max((float4)(nan, 2.0f, nan, 3.0f), (float4)(1.0f, 1.0f, 5.0f, 7.0f));
  out[ITEM] = min(nan, 4.0f) + max(nan, 3.0f) * 10 + min(fabs(nan), 2.0f) * 100 + four.x + four.y + four.z + four.w;
}
kernel void expect_min_max_nan(global float* out) { out[ITEM] = 4 + 30 + 200 + 1 + 2 + 5 + 7; }
