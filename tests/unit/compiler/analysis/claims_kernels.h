// SPDX-License-Identifier: Apache-2.0
// Kernels whose values the claims of the analyses are held against. They access elements 0 to 16383
// of their buffers only, whatever their numbers are.
#pragma once

#include <array>
#include <cstddef>

namespace heddle::compiler {

struct KernelOfClaims {
  const char* name;
  const char* source;
  std::array<size_t, 3> local{16, 4, 1};
};

inline constexpr KernelOfClaims kKernelsOfClaims[] = {
    {"Rows", R"(kernel void k(global int* out, global const int* in, int w, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  int i = (y * (w & 63) + x) & 16383;
  out[i & 16383] = in[(i + n) & 16383] + x * 3 - y;
})"},
    {"Unsigned", R"(kernel void k(global int* out, global const int* in, uint w, uint n) {
  uint x = get_global_id(0) + n, y = get_global_id(1) * w;
  ulong wide = x + 7, far = (ulong)(x * 4u) + y;
  short small = (short)x * 3;
  uchar byte = x * 5;
  out[(x + y) & 16383] = in[wide & 16383] + in[far & 16383] + small + byte + w * n;
})"},
    {"Clamps", R"(kernel void k(global int* out, global const int* in, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1) & 63;
  n = (n & 63) + 1; m = (m & 31) + 1;
  int left = max(x - 1, 0), right = min(x + 1, n - 1), both = clamp(x - m, 0, n);
  int turned = (x + 1) % n, masked = x & 7, row = x / m, quarter = x >> 2, next = x + 1 == n ? 0 : x + 1;
  out[(x + y * 64) & 16383] = in[left & 16383] + in[right & 16383] + in[both & 16383] + in[turned & 16383] +
      in[masked] + in[row & 16383] + in[quarter & 16383] + in[next & 16383];
})"},
    {"Rows512", R"(kernel void k(global int* out, global const int* in, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1) & 15, left = x - (m & 31);
  out[x + y * 512] = in[y * 512 + clamp(left, 0, 511)] + in[clamp(y - 1, 0, 15) * 512 + clamp(left, 0, n & 511)] +
      in[y * 1024 + (n & 15) + clamp(x + m, 0, 511) * 2];
})"},
    {"Unsteady", R"(kernel void k(global int* out, global const int* in, uint n, uint m) {
  uint x = get_global_id(0);
  n = (n & 31) + 1; m &= 7;
  out[x & 16383] = in[((x >> 1 << 2) | (x & 1)) & 16383] + in[(x ^ 4) & 16383] + in[(x ^ m) & 16383] +
      in[(2 * x - (x & 3)) & 16383] + in[(x * x) & 16383] + in[(~x) & 16383] + in[(x << 3) & 16383] +
      in[(x % n * 16 + x / n) & 16383] + in[abs((int)(x - n)) & 16383];
})"},
    {"Exchanges", R"(kernel void k(global int* out, global const int* in, uint n, uint m) {
  size_t x = get_global_id(0), y = get_global_id(1) & 63;
  out[x + y * 64] = in[x ^ 4] + in[x ^ (m & 31)] + in[(uint)x ^ (n & 7)] + in[(2 * x) ^ (n & 7)];
})"},
    {"Backwards", R"(kernel void k(global int* out, global const int* in, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  int back = n - x, apart = y - 2 * x, wide = x * -12, or = (x << 2) | 3, not = ~x;
  long far = (long)n - get_global_id(0) * 5, down = (long)(63 - x);
  ulong up = (ulong)(uint)(x + n), same = x - (x & ~0);
  int chosen = n > 3 ? back : wide, turned = y > 1 ? x : -x;
  for (int i = 0; i < (m & 3); ++i) { turned += y; chosen -= i; }
  out[(x + 64 * y) & 16383] = in[back & 16383] + in[apart & 16383] + in[wide & 16383] + in[or & 16383] +
      in[not & 16383] + in[far & 16383] + in[down & 16383] + in[up & 16383] + in[same & 16383] +
      in[chosen & 16383] + in[turned & 16383] + x - (x & 1);
  out[(x + 64 * y + 8192) & 16383] = not;
  out[(x + 64 * y + 4096) & 16383] = (int)((up + 12345678901UL) >> 5);
})"},
    {"Divergent", R"(kernel void k(global int* out, global const int* in, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  int a = in[x & 16383], b = n;
  if (a & 1) { b = a * 2; if (m > 3) b += y; else b -= 5; } else if (a > 20) b = in[b & 16383];
  int c = a > n ? x : x + 1;
  if (y & 1) c = b + 1;
  out[(x + 64 * y) & 16383] = b + c;
})"},
    {"Loops", R"(kernel void k(global int* out, global const int* in, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1), sum = 0;
  for (int i = 0; i < (n & 15); ++i) {
    sum += in[(i * 16 + x) & 16383] * in[(y * 16 + i) & 16383];
    for (int j = i; j < (m & 3); ++j) sum ^= in[(j * 64 + x) & 16383];
  }
  out[(x + 64 * y) & 16383] = sum;
})"},
    {"LeavingLanes", R"(kernel void k(global int* out, global const int* in, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1), i = 0, last = 0, steps = in[x & 16383] & 15;
  do {
    last = i * 3 + (n & 7);
    if (in[(x + i) & 16383] == 7) break;
    i++;
  } while (i < steps);
  int after = last + i;
  for (int j = 0; j < 4; ++j) { if (j == (steps & 3)) continue; after += in[(j + m) & 16383]; }
  out[(x + 64 * y) & 16383] = after + last;
})"},
    {"Returns", R"(kernel void k(global int* out, global const int* in, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= (n & 31)) return;
  int s = 0;
  for (int i = y; i < 12; i += 3) { s += in[(i + x) & 16383]; if (s > 100) return; }
  out[(x + 64 * y) & 16383] = s + m;
})"},
    {"Switch", R"(kernel void k(global int* out, global const int* in, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1), r = m;
  switch (in[x & 16383] & 3) { case 0: r = n; break; case 1: r = x; break; case 2: r += y; }
  switch (m & 3) { case 0: r += x; break; case 1: r -= n; break; default: r ^= 5; }
  out[(x + 64 * y) & 16383] = r;
})"},
    {"Groups", R"(kernel void k(global int* out, global const int* in, int n, int m) {
  local int tile[64], row[16];
  int x = get_local_id(0), y = get_local_id(1), i = y * 16 + x, sum = 0;
  for (int block = 0; block < (n & 3) + 1; ++block) {
    tile[i] = in[(block * 64 + i + get_group_id(0)) & 16383];
    if (y == 0) row[x] = in[(m + x) & 16383];
    barrier(CLK_LOCAL_MEM_FENCE);
    int first = tile[0], mine = row[x], shared = row[block];
    for (int j = 0; j < 16; ++j) sum += tile[y * 16 + j] * mine + first - shared;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(1) * 64 + get_global_id(0) & 16383] = sum;
})"},
    {"PartialVectors",
     R"(kernel void k(global int* out, global const int* in, int n, int m) {
  local int last;
  int x = get_local_id(0), first;
  if (x == 0) { last = n; first = m; }
  barrier(CLK_LOCAL_MEM_FENCE);
  int seen = last + (int)get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x == 0) last = first + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_global_id(0) + get_global_id(1) * 64) & 16383] = seen + last + in[(x * 2) & 16383];
})",
     {13, 3, 1}},
    {"Private", R"(kernel void k(global int* out, global const int* in, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1), own[8];
  for (int i = 0; i < 8; ++i) own[i] = in[(i + x) & 16383];
  for (int i = 0; i < (n & 7); ++i) own[(i + x) & 7] += own[i & m & 7];
  out[(x + 64 * y) & 16383] = own[n & 7] + own[x & 7];
})"},
    {"Columns", R"(kernel void k(global float* out, global const float* in, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  float s = 0;
  for (int i = 0; i < (n & 7) + 2; ++i) s = fma(in[(x * 32 + i) & 16383], in[(i * 16 + m) & 16383], s);
  out[(y + 64 * x) & 16383] = s * y;
})"},
};

}  // namespace heddle::compiler
