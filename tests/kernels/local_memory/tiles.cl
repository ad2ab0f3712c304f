// SPDX-License-Identifier: Apache-2.0
// Tiles in two dimensions: transpose and matrix product.
// dims: 2
// groups: uniform
#include "common.h"

kernel void test_transpose(global float* out, global const float* in) {
  local float tile[1024];
  uint x = get_local_id(0), y = get_local_id(1), w = get_local_size(0), h = get_local_size(1);
  uint gx = get_global_id(0) - get_global_offset(0), gy = get_global_id(1) - get_global_offset(1);
  tile[y * w + x] = in[gy * get_global_size(0) + gx];
  barrier(CLK_LOCAL_MEM_FENCE);
  // The tile as it lies, read column by column.
  uint me = y * w + x;
  out[gy * get_global_size(0) + gx] = tile[me % h * w + me / h];
}
kernel void expect_transpose(global float* out, global const float* in) {
  uint w = get_local_size(0), h = get_local_size(1), me = get_local_id(1) * w + get_local_id(0);
  uint gx = get_global_id(0) - get_global_offset(0), gy = get_global_id(1) - get_global_offset(1);
  uint fx = gx - get_local_id(0) + me / h, fy = gy - get_local_id(1) + me % h;
  out[gy * get_global_size(0) + gx] = in[fy * get_global_size(0) + fx];
}

// Integers in floats: sums are exact in any order.
#define K 24
kernel void test_product(global float* out, global const int* in) {
  local float a[64][8], b[8][64];
  uint x = get_local_id(0), y = get_local_id(1), w = get_local_size(0), h = get_local_size(1);
  uint gx = get_global_id(0) - get_global_offset(0), gy = get_global_id(1) - get_global_offset(1);
  float sum = 0;
  for (uint k0 = 0; k0 < K; k0 += 8) {
    for (uint k = x; k < 8; k += w) a[y][k] = (float)(in[(gy * 31 + k0 + k) % 1000] & 15);
    for (uint k = y; k < 8; k += h) b[k][x] = (float)(in[(gx * 17 + (k0 + k) * 3) % 1000] & 15);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < 8; ++k) sum = fma(a[y][k], b[k][x], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[gy * get_global_size(0) + gx] = sum;
}
kernel void expect_product(global float* out, global const int* in) {
  uint gx = get_global_id(0) - get_global_offset(0), gy = get_global_id(1) - get_global_offset(1);
  float sum = 0;
  for (uint k = 0; k < K; ++k) sum += (float)(in[(gy * 31 + k) % 1000] & 15) * (float)(in[(gx * 17 + k * 3) % 1000] & 15);
  out[gy * get_global_size(0) + gx] = sum;
}
