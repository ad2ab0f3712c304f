// SPDX-License-Identifier: Apache-2.0
// Kernels as they stand in applications.

// The game of life on a torus.
kernel void life_torus(global uchar* out, global const uchar* in, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1), alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      alive += in[(y + dy + height) % height * width + (x + dx + width) % width];
  int self = in[y * width + x];
  out[y * width + x] = alive == 3 || (self && alive == 4);
}

// An echo: taps of a ring whose length is a power of two.
kernel void ring_taps(global float* out, global const float* ring, constant float* weights,
                      constant int* delays, int taps, int head, int size) {
  int i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < taps; ++k) sum += weights[k] * ring[(head + i - delays[k]) & (size - 1)];
  out[i] = sum;
}

// Exposure, a matrix, a curve, in place of a photo's tone mapping.
kernel void tone_map(global float4* out, global const float4* in, float exposure, float power) {
  int x = get_global_id(0), y = get_global_id(1), at = y * get_global_size(0) + x;
  float4 p = in[at] * exposure;
  float4 q = (float4)(0.8f * p.x + 0.15f * p.y + 0.05f * p.z, 0.1f * p.x + 0.8f * p.y + 0.1f * p.z,
                      0.05f * p.x + 0.15f * p.y + 0.8f * p.z, p.w);
  float luma = 0.2126f * q.x + 0.7152f * q.y + 0.0722f * q.z;
  float mapped = luma > 0.18f ? native_powr(luma, power) : luma * 0.9f;
  q.xyz *= mapped / fmax(luma, 1e-6f);
  q.w = in[at].w;
  out[at] = clamp(q, 0.0f, 1.0f);
}

kernel void bilateral5x5(global float* out, global const float* in, int width, int height,
                         float range) {
  int x = get_global_id(0), y = get_global_id(1);
  float centre = in[y * width + x], sum = 0, weights = 0;
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -2; dx <= 2; ++dx) {
      int cx = clamp(x + dx, 0, width - 1), cy = clamp(y + dy, 0, height - 1);
      float value = in[cy * width + cx], d = value - centre;
      float weight = native_exp(-(float)(dx * dx + dy * dy) * 0.125f - d * d * range);
      sum += weight * value;
      weights += weight;
    }
  }
  out[y * width + x] = sum / weights;
}

kernel void rgb_to_yuv(global uchar* out, global const uchar* in) {
  size_t i = get_global_id(0);
  int3 p = convert_int3(vload3(i, in));
  int y = (66 * p.x + 129 * p.y + 25 * p.z + 128) >> 8;
  int u = (-38 * p.x - 74 * p.y + 112 * p.z + 128) >> 8;
  int v = (112 * p.x - 94 * p.y - 18 * p.z + 128) >> 8;
  vstore3(convert_uchar3_sat((int3)(y + 16, u + 128, v + 128)), i, out);
}

// Lattice Boltzmann, nine directions, one array for each; the domain is a torus.
kernel void lbm_d2q9(global float* out, global const float* in, int width, int height,
                     float omega) {
  int x = get_global_id(0), y = get_global_id(1), n = width * height;
  int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1;
  int up = (y == 0 ? height - 1 : y - 1) * width, down = (y == height - 1 ? 0 : y + 1) * width;
  int here = y * width;
  float f0 = in[here + x], f1 = in[n + here + left], f2 = in[2 * n + up + x];
  float f3 = in[3 * n + here + right], f4 = in[4 * n + down + x], f5 = in[5 * n + up + left];
  float f6 = in[6 * n + up + right], f7 = in[7 * n + down + right], f8 = in[8 * n + down + left];
  float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
  float ux = (f1 + f5 + f8 - f3 - f6 - f7) / rho, uy = (f2 + f5 + f6 - f4 - f7 - f8) / rho;
  float base = 1 - 1.5f * (ux * ux + uy * uy);
#define RELAX(f, weight, c) \
  ((f) + omega * ((weight) * rho * (base + 3 * (c) + 4.5f * (c) * (c)) - (f)))
  out[here + x] = RELAX(f0, 4.0f / 9, 0.0f);
  out[n + here + x] = RELAX(f1, 1.0f / 9, ux);
  out[2 * n + here + x] = RELAX(f2, 1.0f / 9, uy);
  out[3 * n + here + x] = RELAX(f3, 1.0f / 9, -ux);
  out[4 * n + here + x] = RELAX(f4, 1.0f / 9, -uy);
  out[5 * n + here + x] = RELAX(f5, 1.0f / 36, ux + uy);
  out[6 * n + here + x] = RELAX(f6, 1.0f / 36, uy - ux);
  out[7 * n + here + x] = RELAX(f7, 1.0f / 36, -ux - uy);
  out[8 * n + here + x] = RELAX(f8, 1.0f / 36, ux - uy);
}

// Lennard-Jones forces; each particle has a list of neighbours.
kernel void md_forces(global float4* forces, global const float4* places,
                      global const uint* neighbours, uint most, float cut) {
  uint i = get_global_id(0), n = get_global_size(0);
  float4 at = places[i], sum = 0;
  for (uint k = 0; k < most; ++k) {
    float4 other = places[neighbours[k * n + i]];
    float dx = at.x - other.x, dy = at.y - other.y, dz = at.z - other.z;
    float square = dx * dx + dy * dy + dz * dz;
    if (square < cut) {
      float inverse = 1.0f / square, six = inverse * inverse * inverse;
      float force = inverse * six * (six - 0.5f);
      sum.x += dx * force;
      sum.y += dy * force;
      sum.z += dz * force;
    }
  }
  forces[i] = sum;
}

// Open addressing; 0 is a free place.
kernel void hash_insert(global uint* table, global const uint* keys, uint mask) {
  uint key = keys[get_global_id(0)], at = key * 2654435761u >> 7;
  for (;;) {
    at &= mask;
    uint found = atomic_cmpxchg((volatile global uint*)table + at, 0u, key);
    if (found == 0 || found == key) return;
    ++at;
  }
}

kernel void find_string(global uint* hits, global const uchar* text, constant uchar* pattern,
                        uint length) {
  size_t i = get_global_id(0);
  uint k = 0;
  while (k < length && text[i + k] == pattern[k]) ++k;
  if (k == length) atomic_inc(hits);
}

// A row for each work-item, stored column by column as half.
kernel void matvec_half(global float* out, global const half* matrix, global const float* x,
                        uint columns) {
  size_t i = get_global_id(0), n = get_global_size(0);
  float sum = 0;
  for (uint k = 0; k < columns; ++k) sum += vload_half(k * n + i, matrix) * x[k];
  out[i] = sum;
}

kernel void histogram_rgba(global uint* bins, global const uchar4* in, uint each) {
  local uint mine[3 * 256];
  uint lane = get_local_id(0), size = get_local_size(0), base = get_group_id(0) * size * each;
  for (uint i = lane; i < 3 * 256; i += size) mine[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < each; ++k) {
    uchar4 p = in[base + k * size + lane];
    atomic_inc(&mine[p.x]);
    atomic_inc(&mine[256 + p.y]);
    atomic_inc(&mine[512 + p.z]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = lane; i < 3 * 256; i += size) {
    if (mine[i]) atomic_add(&bins[i], mine[i]);
  }
}
