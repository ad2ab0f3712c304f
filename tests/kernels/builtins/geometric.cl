// SPDX-License-Identifier: Apache-2.0
// Geometric and common functions on numbers for which every intermediate result is exact.
// per_item: 4
#include "common.h"

float small(uint item, uint k) { return (float)((int)(hash(item * 4 + k) % 33) - 16) * 0.5f; }

kernel void test_products(global float* out) {
  float4 a = (float4)(small(ITEM, 0), small(ITEM, 1), small(ITEM, 2), small(ITEM, 3));
  float4 b = a.wxyz + 1.0f;
  float3 c = cross(a.xyz, b.xyz);
  float4 r = (float4)(dot(a, b), dot(a.xy, b.zw) + dot(a.x, b.x), c.x + c.y * 2, c.z + cross(a, b).w);
  vstore4(r + 1.0f, ITEM, out);  // so that it does not matter which zero it is
}
kernel void expect_products(global float* out) {
  float a[4], b[4];
  for (uint i = 0; i < 4; ++i) {
    a[i] = small(ITEM, i);
    b[i] = small(ITEM, (i + 3) % 4) + 1.0f;
  }
  global float* at = out + ITEM * 4;
  at[0] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + 1;
  at[1] = a[0] * b[2] + a[1] * b[3] + a[0] * b[0] + 1;
  at[2] = a[1] * b[2] - a[2] * b[1] + (a[2] * b[0] - a[0] * b[2]) * 2 + 1;
  at[3] = a[0] * b[1] - a[1] * b[0] + 1;
}

// Pythagorean triples have exact lengths.
kernel void test_lengths(global float* out) {
  float k = (float)(hash(ITEM) % 50 + 1);
  float2 a = (float2)(3, -4) * k;
  float4 b = (float4)(1, 2, 2, 4) * k;
  vstore4((float4)(fabs(length(a) - 5 * k) < k * 1e-5f, fabs(length(b) - 5 * k) < k * 1e-5f,
                   fabs(distance(a, -a) - 10 * k) < k * 1e-5f, fabs(dot(normalize(b), (float4)(1)) - 1.8f) < 1e-5f),
          ITEM, out);
}
kernel void expect_lengths(global float* out) { vstore4((float4)(1), ITEM, out); }

kernel void test_common(global float* out) {
  float x = small(ITEM, 0), y = small(ITEM, 1), z = small(ITEM, 2);
  float4 r = (float4)(clamp(x, -2.0f, 3.5f) + max(x, y) * 32, mix(x, y, 0.25f) + step(y, z) * 64,
                      sign(x) + min(y, z) * 8, smoothstep(-8.0f, 8.0f, z) + fma(x, y, z));
  vstore4(r, ITEM, out);
}
kernel void expect_common(global float* out) {
  float x = small(ITEM, 0), y = small(ITEM, 1), z = small(ITEM, 2);
  global float* at = out + ITEM * 4;
  at[0] = (x < -2 ? -2 : x > 3.5f ? 3.5f : x) + (x < y ? y : x) * 32;
  at[1] = x + (y - x) * 0.25f + (z < y ? 0 : 64);
  at[2] = (x > 0) - (x < 0) + (z < y ? z : y) * 8;
  float t = (z + 8) / 16;
  at[3] = t * t * (3 - 2 * t) + (x * y + z);
}
