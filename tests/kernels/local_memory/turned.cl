// SPDX-License-Identifier: Apache-2.0
// Tiles that are turned on the way into local memory, in loops around barriers, with sums that live across them. Where the
// group's size is known, what the vectors of neighbours in y write by lanes goes to rows of 16 bytes.
// dims: 2
// groups: uniform
// needs: cl_khr_fp64
#include "common.h"

// Mostly rows are read, so that lanes go along x.
#define AT(k, x, y) ((y - get_global_offset(1)) * get_global_size(0) + (x - get_global_offset(0)) + (k) * 16)
#define VALUE(k, x, y) (in[AT(k, x, y)] + in[AT(k, x, y) + 3] * 2 + in[AT(k, x, y) + 7] * 3)

// Each item sums what the others of its row wrote, over some iterations.
#define TURNED(NAME, T, PITCH, STEP)                                                               \
  kernel void test_##NAME(global T* out, global const T* in) {                                      \
    local T tile[64 * (PITCH) + 64 * (STEP)];                                                      \
    uint x = get_local_id(0), y = get_local_id(1), w = get_local_size(0), h = get_local_size(1);   \
    T sum = 0, other = get_global_id(0);                                                           \
    for (uint k = 0; k < 3; ++k) {                                                                 \
      tile[x * (PITCH) + y * (STEP)] = VALUE(k, get_global_id(0), get_global_id(1));            \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                \
      for (uint i = 0; i < h; ++i) sum += tile[x * (PITCH) + i * (STEP)] * (T)(i & 3);             \
      other += tile[(w - 1 - x) * (PITCH) + (h - 1 - y) * (STEP)];                                 \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                \
    }                                                                                              \
    out[get_global_linear_id()] = sum + other * (T)3;                                              \
  }                                                                                                \
  kernel void expect_##NAME(global T* out, global const T* in) {                                    \
    uint x = get_local_id(0), y = get_local_id(1), w = get_local_size(0), h = get_local_size(1);   \
    uint x0 = get_global_id(0) - x, y0 = get_global_id(1) - y;                                     \
    T sum = 0, other = get_global_id(0);                                                           \
    for (uint k = 0; k < 3; ++k) {                                                                 \
      for (uint i = 0; i < h; ++i) sum += VALUE(k, get_global_id(0), y0 + i) * (T)(i & 3);      \
      other += VALUE(k, x0 + w - 1 - x, y0 + h - 1 - y);                                        \
    }                                                                                              \
    out[get_global_linear_id()] = sum + other * (T)3;                                              \
  }

TURNED(floats, float, 64, 1)
TURNED(padded, uint, 65, 1)
TURNED(doubles, double, 64, 1)
TURNED(longs, ulong, 66, 1)
TURNED(apart, float, 130, 2)
TURNED(shorts, ushort, 64, 1)

// What is there before is written over where rows overlap: the stores keep their order.
kernel void test_overlap(global float* out, global const float* in) {
  local float tile[64][66];
  uint x = get_local_id(0), y = get_local_id(1);
  tile[x][y + 1] = 1000;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[x][y] = VALUE(0, get_global_id(0), get_global_id(1));
  float before = tile[x][y];
  tile[x][y] = before + 0.5f;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_linear_id()] = tile[x][y + 1] + before;
}
kernel void expect_overlap(global float* out, global const float* in) {
  uint x = get_local_id(0), y = get_local_id(1);
  float next = y + 1 == get_local_size(1) ? 1000 : VALUE(0, get_global_id(0), get_global_id(1) + 1) + 0.5f;
  out[get_global_linear_id()] = next + VALUE(0, get_global_id(0), get_global_id(1));
}

// A loop that may not run, whose ways out are the group's, and what goes from iteration to iteration.
kernel void test_rounds(global float* out, global const float* in) {
  local float tile[64][64];
  uint x = get_local_id(0), y = get_local_id(1), w = get_local_size(0), iterations = get_group_id(0) & 3;
  float a = x, b = y, c = 1;
  for (uint k = 0; k < iterations; ++k) {
    tile[x][y] = VALUE(k, get_global_id(0), get_global_id(1)) + a;
    barrier(CLK_LOCAL_MEM_FENCE);
    b += tile[w - 1 - x][y];
    float before = a;
    a = c;
    c = before + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k == 1 && get_group_id(1) == 0) break;
  }
  out[get_global_linear_id()] = a * 3 + b * 5 + c * 7;
}
kernel void expect_rounds(global float* out, global const float* in) {
  uint x = get_local_id(0), w = get_local_size(0), iterations = get_group_id(0) & 3;
  uint other = get_global_id(0) - x + w - 1 - x;
  float a = x, b = get_local_id(1), c = 1, theirs = w - 1 - x, next = 1;
  for (uint k = 0; k < iterations; ++k) {
    b += VALUE(k, other, get_global_id(1)) + theirs;
    float before = a, was = theirs;
    a = c;
    c = before + k;
    theirs = next;
    next = was + k;
    if (k == 1 && get_group_id(1) == 0) break;
  }
  out[get_global_linear_id()] = a * 3 + b * 5 + c * 7;
}
