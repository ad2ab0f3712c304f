// SPDX-License-Identifier: Apache-2.0
// Stockham's radix-4 transform: no bit reversal, each pass reads one buffer and writes another.

T2 multiply(T2 a, T2 b) {
  return (T2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

T2 turn(T2 v, T angle) {
  T c;
  T s = sincos(angle, &c);
  return multiply(v, (T2)(c, s));
}

// The four-point transform of u, in place.
void transform4(T2* u) {
  T2 a = u[0] + u[2], b = u[0] - u[2], c = u[1] + u[3], d = u[1] - u[3];
  d = (T2)(d.y, -d.x);
  u[0] = a + c;
  u[1] = b + d;
  u[2] = a - c;
  u[3] = b - d;
}

// One pass over n points; `done` is 4 to the power of the passes before.
kernel void fft_pass(global T2* out, global const T2* in, uint done) {
  uint i = get_global_id(0), quarter = get_global_size(0);
  uint k = i & (done - 1);
  T angle = (T)-1.57079632679489661923 * k / done;
  T2 u[4];
  for (int j = 0; j < 4; ++j) u[j] = in[i + j * quarter];
  for (int j = 1; j < 4; ++j) u[j] = turn(u[j], j * angle);
  transform4(u);
  for (int j = 0; j < 4; ++j) out[((i - k) << 2) + k + j * done] = u[j];
}

// 1,024 points for each work-group of 256.
kernel void fft_local(global T2* out, global const T2* in) {
  local T2 points[1024];
  uint i = get_local_id(0), base = get_group_id(0) * 1024;
  T2 u[4];
  for (int j = 0; j < 4; ++j) u[j] = in[base + i + j * 256];
  for (uint done = 1; done < 1024; done *= 4) {
    uint k = i & (done - 1);
    if (done > 1) {
      for (int j = 0; j < 4; ++j) u[j] = points[i + j * 256];
      T angle = (T)-1.57079632679489661923 * k / done;
      for (int j = 1; j < 4; ++j) u[j] = turn(u[j], j * angle);
    }
    transform4(u);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 4; ++j) points[((i - k) << 2) + k + j * done] = u[j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int j = 0; j < 4; ++j) out[base + i + j * 256] = points[i + j * 256];
}

// 16 points in the registers of each work-item; signals lie side by side.
kernel void fft_private(global T2* out, global const T2* in) {
  uint i = get_global_id(0), n = get_global_size(0);
  T2 u[16], v[16];
  for (int j = 0; j < 16; ++j) u[j] = in[j * n + i];
  for (int k = 0; k < 4; ++k) {
    T2 w[4] = {u[k], u[k + 4], u[k + 8], u[k + 12]};
    transform4(w);
    for (int j = 0; j < 4; ++j) v[k + 4 * j] = turn(w[j], (T)-0.39269908169872415481 * (k * j));
  }
  for (int j = 0; j < 4; ++j) {
    transform4(v + 4 * j);
    for (int k = 0; k < 4; ++k) out[(4 * k + j) * n + i] = v[4 * j + k];
  }
}

// The cosine transform of blocks of 8 x 8, as in JPEG.
kernel void dct8x8(global float* out, global const float* in, constant float* basis, uint width) {
  local float block[8][8], rows[8][8];
  uint x = get_local_id(0), y = get_local_id(1), at = get_global_id(1) * width + get_global_id(0);
  block[y][x] = in[at];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += block[y][k] * basis[x * 8 + k];
  rows[y][x] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = 0;
  for (int k = 0; k < 8; ++k) sum += rows[k][x] * basis[y * 8 + k];
  out[at] = sum;
}
