// SPDX-License-Identifier: Apache-2.0
// Elements that many neighbours share: `in[x / n]`, the number of a row, a block's scale. A vector within a row reads one element, one across its end
// does not.
// per_item: 4
#include "common.h"

#define SHARED(NAME, T)                                                                         \
  kernel void test_##NAME(global T* out, global const T* in, uint n) {                          \
    uint u = ITEM, length = n / 3 + 1;                                                          \
    int x = ITEM, size = (int)n / 2 + 1;                                                        \
    size_t i = ITEM;                                                                            \
    out[4 * i] = in[u / 32] + (T)3 * in[x / 100] + (T)5 * in[i >> 7];                           \
    out[4 * i + 1] = in[u / length] + (T)3 * in[x / size] + (T)5 * in[(x - size) / size + 1];   \
    out[4 * i + 2] = in[u / length % 2] + (T)3 * in[5 * (x / size) + 1] + in[u / 20 + u / 64];  \
    if (hash(x) & 1) out[4 * i + 3] = in[u / 40] + in[u < n / 2 ? 7 : n / 2];                   \
  }                                                                                             \
  kernel void expect_##NAME(global T* out, global const T* in, uint n) {                        \
    volatile global const T* from = in;                                                         \
    ulong i = ITEM, length = n / 3 + 1, size = n / 2 + 1;                                       \
    out[4 * i] = from[i / 32] + (T)3 * from[i / 100] + (T)5 * from[i / 128];                    \
    T sum = from[i / length] + (T)3 * from[i / size];                                           \
    out[4 * i + 1] = sum + (T)5 * from[i < size ? (i == 0 ? 0 : 1) : i / size];                 \
    sum = from[i / length % 2] + (T)3 * from[5 * (i / size) + 1];                               \
    out[4 * i + 2] = sum + from[i / 20 + i / 64];                                               \
    if (hash((uint)i) & 1) out[4 * i + 3] = from[i / 40] + from[i < n / 2 ? 7 : n / 2];         \
  }

SHARED(uchar, uchar)
SHARED(ushort, ushort)
SHARED(uint, uint)
SHARED(float, float)
SHARED(ulong, ulong)

// The sum wraps, as LLVM knows of no limit: lanes on both sides of it have other quotients.
kernel void test_wrapped(global uint* out, global const uint* in, uint n) {
  uint u = ITEM;
  out[4 * u] = in[(u - n / 2) / 0x1000000u];
  out[4 * u + 1] = in[((int)u - (int)n / 2) / 70 + 2 * (int)n];
  if (hash(u) % 3 == 0) out[4 * u + 2] = in[(u - n / 2) / 0x1000000u];
  if (hash(u) % 16 == 0) out[4 * u + 3] = in[((int)u - (int)n / 2) / 70 + 2 * (int)n];
}
kernel void expect_wrapped(global uint* out, global const uint* in, uint n) {
  volatile global const uint* from = in;
  long i = ITEM, x = i - n / 2;
  out[4 * i] = from[(uint)x / 0x1000000u];
  const uint far = from[2 * (long)n + (x < 0 ? -(-x / 70) : x / 70)];
  out[4 * i + 1] = far;
  if (hash((uint)i) % 3 == 0) out[4 * i + 2] = from[(uint)x / 0x1000000u];
  if (hash((uint)i) % 16 == 0) out[4 * i + 3] = far;
}

// Members of a structure that many neighbours share.
kernel void test_rows(global float* out, global const float4* in, uint n) {
  uint u = ITEM;
  float4 row = in[u / (n / 3 + 1)], block = in[u / 32];
  out[4 * u] = row.x * row.y + row.z;
  out[4 * u + 1] = block.x + block.w;
}
kernel void expect_rows(global float* out, global const float4* in, uint n) {
  volatile global const float* from = (volatile global const float*)in;
  ulong i = ITEM, row = 4 * (i / (n / 3 + 1)), block = 4 * (i / 32);
  out[4 * i] = from[row] * from[row + 1] + from[row + 2];
  out[4 * i + 1] = from[block] + from[block + 3];
}
