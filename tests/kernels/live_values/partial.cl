// SPDX-License-Identifier: Apache-2.0
// A variable that only one work-item gives a value before a barrier, and only that one uses behind it. The others may have anything there.
#include "common.h"

kernel void test_total(global uint* out, local uint* box) {
  box[LID] = hash(ITEM);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint total;
  if (LID == 0) {
    total = box[SIZE - 1];
    box[SIZE - 1] = 7;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint mine = box[LID];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = LID == 0 ? total : mine;
}
kernel void expect_total(global uint* out) {
  out[ITEM] = LID == 0 ? hash(ITEM + SIZE - 1) : LID == SIZE - 1 ? 7 : hash(ITEM);
}

// The load can be made by all; what it is good for only by one.
kernel void test_moved(global uint* out, local uint* box) {
  box[LID] = hash(ITEM);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint total = 0;
  if (LID == 0) total = box[0];
  if (LID == 0) box[0] = out == 0 ? 1 : 9;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint mine = box[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = LID == 0 ? total * 3 + mine : mine;
}
kernel void expect_moved(global uint* out) { out[ITEM] = LID == 0 ? hash(ITEM) * 3 + 9 : 9; }

kernel void test_sum(global uint* out, local uint* box) {
  box[LID] = hash(ITEM);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint twice;
  if (LID == SIZE / 2) twice = 2 * box[SIZE - 1] + 1;
  for (uint i = 0; i < 3; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (LID == i) box[SIZE - 1] += 5;
    if (LID == SIZE / 2) twice += i;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (LID == SIZE / 2) out[ITEM] = twice * 5;
}
kernel void expect_sum(global uint* out) {
  if (LID == SIZE / 2) out[ITEM] = (2 * hash(ITEM - LID + SIZE - 1) + 1 + 3) * 5;
}
