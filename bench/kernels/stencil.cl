// SPDX-License-Identifier: Apache-2.0
// Grids with a border of one cell (wave: four, conv: eight) around what is computed.

kernel void jacobi5(global T* out, global const T* in, int pitch) {
  int at = (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;
  out[at] = (T)0.25 * (in[at - 1] + in[at + 1] + in[at - pitch] + in[at + pitch]);
}

// The border is found by a condition, as most applications do it.
kernel void jacobi5_branch(global T* out, global const T* in, int pitch) {
  int x = get_global_id(0), y = get_global_id(1), at = y * pitch + x;
  int width = get_global_size(0), height = get_global_size(1);
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1)
    out[at] = in[at];
  else
    out[at] = (T)0.25 * (in[at - 1] + in[at + 1] + in[at - pitch] + in[at + pitch]);
}

kernel void jacobi5_tiled(global T* out, global const T* in, int pitch) {
  local T tile[18][18];
  int lx = get_local_id(0), ly = get_local_id(1);
  int at = (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;
  tile[ly + 1][lx + 1] = in[at];
  if (lx == 0) tile[ly + 1][0] = in[at - 1];
  if (lx == 15) tile[ly + 1][17] = in[at + 1];
  if (ly == 0) tile[0][lx + 1] = in[at - pitch];
  if (ly == 15) tile[17][lx + 1] = in[at + pitch];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[at] =
      (T)0.25 * (tile[ly + 1][lx] + tile[ly + 1][lx + 2] + tile[ly][lx + 1] + tile[ly + 2][lx + 1]);
}

kernel void stencil9(global T* out, global const T* in, int pitch, constant T* weights) {
  int at = (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;
  T sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) sum += weights[3 * dy + dx + 4] * in[at + dy * pitch + dx];
  out[at] = sum;
}

kernel void stencil7(global T* out, global const T* in, int pitch, int slice) {
  int at = (get_global_id(2) + 1) * slice + (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;
  out[at] = (T)0.5 * in[at] + (T)0.1 * (in[at - 1] + in[at + 1] + in[at - pitch] + in[at + pitch] +
                                        in[at - slice] + in[at + slice]);
}

kernel void stencil27(global T* out, global const T* in, int pitch, int slice) {
  int at = (get_global_id(2) + 1) * slice + (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;
  T sum = 0;
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) sum += in[at + dz * slice + dy * pitch + dx];
  out[at] = sum * (T)(1.0 / 27);
}

// The wave equation, eighth order in space: four neighbours on each side along each axis.
kernel void wave8(global float* next, global const float* now, global const float* before,
                  int pitch, int slice, constant float* weights) {
  int at = (get_global_id(2) + 4) * slice + (get_global_id(1) + 4) * pitch + get_global_id(0) + 4;
  float sum = 3 * weights[0] * now[at];
  for (int k = 1; k <= 4; ++k)
    sum += weights[k] * (now[at - k] + now[at + k] + now[at - k * pitch] + now[at + k * pitch] +
                         now[at - k * slice] + now[at + k * slice]);
  next[at] = 2 * now[at] - before[at] + 0.1f * sum;
}

kernel void life(global uchar* out, global const uchar* in, int pitch) {
  int at = (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) alive += in[at + dy * pitch + dx];
  out[at] = alive == 3 || (alive == 4 && in[at]);
}

kernel void conv17(global float* out, global const float* in, constant float* taps) {
  int at = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < 17; ++k) sum += taps[k] * in[at + k];
  out[at] = sum;
}
