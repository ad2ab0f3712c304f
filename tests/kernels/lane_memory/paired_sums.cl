// SPDX-License-Identifier: Apache-2.0
// Many sums of short vectors, which go from loads to stores member by member: with few lanes two members share a register.
// Sums are of small integers, exact in any order.
// sizes: 1..20 33 64
// per_item: 32
// extra: 64
#include "common.h"

#define ITERATIONS (7 + (in[0] & 3))
#define AT(j) ((j) * get_global_size(0) + i)

// No element is looked at: eight sums of four for each work-item.
kernel void test_products(global float* out, global const uint* in) {
  uint i = get_global_id(0) - get_global_offset(0);
  float4 sums[8];
  for (int j = 0; j < 8; ++j) sums[j] = 0;
  for (uint k = 0; k < ITERATIONS; ++k) {
    float4 a = convert_float4(vload4(i + k, in) & 15u);
    for (int j = 0; j < 8; ++j) sums[j] += a * (float)(in[8 * k + j] & 7);
  }
  for (int j = 0; j < 8; ++j) vstore4(sums[j], AT(j), out);
}
kernel void expect_products(global float* out, global const uint* in) {
  uint i = get_global_id(0) - get_global_offset(0);
  for (uint j = 0; j < 8; ++j) {
    for (uint m = 0; m < 4; ++m) {
      float sum = 0;
      for (uint k = 0; k < ITERATIONS; ++k) sum += (float)(in[4 * (i + k) + m] & 15) * (float)(in[8 * k + j] & 7);
      out[4 * AT(j) + m] = sum;
    }
  }
}

// Selections and comparisons between, and integers.
kernel void test_selections(global float* out, global const uint* in) {
  uint i = get_global_id(0) - get_global_offset(0);
  int4 sums[8];
  for (int j = 0; j < 8; ++j) sums[j] = j;
  for (uint k = 0; k < ITERATIONS; ++k) {
    int4 a = convert_int4(vload4(i + 2 * k, in) & 255u);
    for (int j = 0; j < 8; ++j) sums[j] = select(sums[j] + a, sums[j] - 3 * a, a > (int4)(16 * j + k));
  }
  for (int j = 0; j < 8; ++j) vstore4(convert_float4(sums[j]), AT(j), out);
}
kernel void expect_selections(global float* out, global const uint* in) {
  uint i = get_global_id(0) - get_global_offset(0);
  for (uint j = 0; j < 8; ++j) {
    for (uint m = 0; m < 4; ++m) {
      int sum = j;
      for (uint k = 0; k < ITERATIONS; ++k) {
        int a = in[4 * (i + 2 * k) + m] & 255;
        sum = a > (int)(16 * j + k) ? sum - 3 * a : sum + a;
      }
      out[4 * AT(j) + m] = (float)sum;
    }
  }
}

// One sum is looked at on its way, others are not.
kernel void test_looked_at(global float* out, global const uint* in) {
  uint i = get_global_id(0) - get_global_offset(0);
  float4 sums[8];
  for (int j = 0; j < 8; ++j) sums[j] = 1;
  for (uint k = 0; k < ITERATIONS; ++k) {
    float4 a = convert_float4(vload4(i + k, in) & 3u);
    for (int j = 0; j < 8; ++j) sums[j] += a * (float)j;
    if (sums[7].x > 40) sums[7] -= 40;
  }
  for (int j = 0; j < 8; ++j) vstore4(sums[j], AT(j), out);
}
kernel void expect_looked_at(global float* out, global const uint* in) {
  uint i = get_global_id(0) - get_global_offset(0);
  for (uint j = 0; j < 8; ++j) {
    float sum[4] = {1, 1, 1, 1};
    for (uint k = 0; k < ITERATIONS; ++k) {
      for (uint m = 0; m < 4; ++m) sum[m] += (float)(in[4 * (i + k) + m] & 3) * (float)j;
      bool is_large = j == 7 && sum[0] > 40;
      for (uint m = 0; m < 4; ++m) sum[m] -= is_large ? 40 : 0;
    }
    for (uint m = 0; m < 4; ++m) out[4 * AT(j) + m] = sum[m];
  }
}

// An operation that is done to each member alone, between others that are done to both.
kernel void test_alone(global float* out, global const uint* in) {
  uint i = get_global_id(0) - get_global_offset(0);
  int4 sums[8];
  for (int j = 0; j < 8; ++j) sums[j] = j;
  for (uint k = 0; k < ITERATIONS; ++k) {
    int4 a = convert_int4(vload4(i + k, in) & 1023u);
    for (int j = 0; j < 8; ++j) {
      int4 sum = sums[j] + a * (j - 3);
      sums[j] = clz(sum + 1) + (sum >> 5);
    }
  }
  for (int j = 0; j < 8; ++j) vstore4(convert_float4(sums[j]), AT(j), out);
}
kernel void expect_alone(global float* out, global const uint* in) {
  uint i = get_global_id(0) - get_global_offset(0);
  for (int j = 0; j < 8; ++j) {
    for (uint m = 0; m < 4; ++m) {
      int sum = j;
      for (uint k = 0; k < ITERATIONS; ++k) {
        sum += (int)(in[4 * (i + k) + m] & 1023) * (j - 3);
        sum = clz(sum + 1) + (sum >> 5);
      }
      out[4 * AT(j) + m] = (float)sum;
    }
  }
}
