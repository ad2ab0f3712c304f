// SPDX-License-Identifier: Apache-2.0
// Neighbours read neighbours and write a row apart.
kernel void transpose_naive(global T* out, global const T* in, uint width, uint height) {
  uint x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}

// Neighbours write neighbours and read a row apart.
kernel void transpose_naive_write(global T* out, global const T* in, uint width, uint height) {
  uint y = get_global_id(0), x = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}

#define TILE 16

kernel void transpose_tiled(global T* out, global const T* in, uint width, uint height) {
  local T tile[TILE][TILE + 1];
  uint x = get_local_id(0), y = get_local_id(1);
  uint left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
  tile[y][x] = in[(top + y) * width + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + y) * height + top + x] = tile[x][y];
}

// 32 x 32 tiles by groups of 32 x 8.
kernel void transpose_tiled_rows(global T* out, global const T* in, uint width, uint height) {
  local T tile[32][33];
  uint x = get_local_id(0), y = get_local_id(1);
  uint left = get_group_id(0) * 32, top = get_group_id(1) * 32;
  for (uint k = 0; k < 32; k += 8) tile[y + k][x] = in[(top + y + k) * width + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < 32; k += 8) out[(left + y + k) * height + top + x] = tile[x][y + k];
}
