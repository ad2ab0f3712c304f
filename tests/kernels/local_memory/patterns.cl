// SPDX-License-Identifier: Apache-2.0
// The usual work with local memory: reduction, scan, histogram, for any size of the group.
// extra: 64
#include "common.h"

kernel void test_reduction(global uint* out, global const uint* in) {
  local uint box[1024];
  box[LID] = in[ITEM];
  for (uint count = SIZE; count > 1;) {
    uint half_count = (count + 1) / 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (LID + half_count < count) box[LID] += box[LID + half_count];
    count = half_count;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = box[0];
}
kernel void expect_reduction(global uint* out, global const uint* in) {
  uint sum = 0;
  for (uint i = 0; i < SIZE; ++i) sum += in[ITEM - LID + i];
  out[ITEM] = sum;
}

kernel void test_scan(global uint* out, global const uint* in) {
  local uint box[2][1024];
  uint from = 0;
  box[0][LID] = in[ITEM];
  for (uint step = 1; step < SIZE; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = box[from][LID];
    if (LID >= step) sum += box[from][LID - step];
    from = 1 - from;
    box[from][LID] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = box[from][LID] + box[from][SIZE - 1] * 3;
}
kernel void expect_scan(global uint* out, global const uint* in) {
  uint sum = 0, all = 0;
  for (uint i = 0; i < SIZE; ++i) {
    all += in[ITEM - LID + i];
    if (i <= LID) sum += in[ITEM - LID + i];
  }
  out[ITEM] = sum + all * 3;
}

kernel void test_histogram(global uint* out, global const uint* in) {
  local uint bins[16];
  for (uint i = LID; i < 16; i += SIZE) bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < 3; ++i) atomic_inc(&bins[(in[ITEM] >> (i * 4)) % 16]);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint i = 0; i < 16; ++i) sum = sum * 7 + bins[i];
  out[ITEM] = sum;
}
kernel void expect_histogram(global uint* out, global const uint* in) {
  uint bins[16] = {0}, sum = 0;
  for (uint item = 0; item < SIZE; ++item) {
    for (uint i = 0; i < 3; ++i) ++bins[(in[ITEM - LID + item] >> (i * 4)) % 16];
  }
  for (uint i = 0; i < 16; ++i) sum = sum * 7 + bins[i];
  out[ITEM] = sum;
}

// A tile of rows is copied and read by neighbours on both sides: a stencil with its halo.
kernel void test_stencil(global uint* out, global const uint* in, uint n) {
  local uint tile[1024 + 4];
  tile[LID + 2] = in[ITEM];
  if (LID < 2) tile[LID] = ITEM >= 2 ? in[ITEM - 2] : 0;
  if (LID >= SIZE - min(2u, SIZE)) tile[LID + 4] = ITEM + 2 < n ? in[ITEM + 2] : 0;
  if (SIZE == 1) {
    tile[1] = ITEM >= 1 ? in[ITEM - 1] : 0;
    tile[3] = ITEM + 1 < n ? in[ITEM + 1] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint i = 0; i < 5; ++i) sum += tile[LID + i] * (i + 1);
  out[ITEM] = sum;
}
kernel void expect_stencil(global uint* out, global const uint* in, uint n) {
  uint sum = 0;
  for (uint i = 0; i < 5; ++i) {
    if (ITEM + i >= 2 && ITEM + i - 2 < n) sum += in[ITEM + i - 2] * (i + 1);
  }
  out[ITEM] = sum;
}

// Results counted into global memory by one item for its group.
kernel void test_global_count(global uint* out, global const uint* in, uint n) {
  local uint count;
  if (LID == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[ITEM] % 3 == 0) atomic_add(&count, 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (LID == 0) atomic_add(&out[n + get_group_id(0) % 64], count);
  out[ITEM] = count;
}
kernel void expect_global_count(global uint* out, global const uint* in, uint n) {
  uint count = 0;
  for (uint i = 0; i < SIZE; ++i) count += in[ITEM - LID + i] % 3 == 0;
  if (LID == 0) atomic_add(&out[n + get_group_id(0) % 64], count);
  out[ITEM] = count;
}
