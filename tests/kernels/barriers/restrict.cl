// SPDX-License-Identifier: Apache-2.0
// Work-items meet in memory behind `restrict` pointers, as in the prefix sums of molecular dynamics programs: what another one has written before a
// barrier is read behind it, in loops that are unrolled too.
#include "common.h"

kernel void test_scan(global uint* restrict out, local uint* restrict box) {
  box[LID] = hash(ITEM) & 0xff;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < 128; step *= 2) {
    uint add = LID >= step ? box[LID - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    box[LID] += add;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[ITEM] = box[LID] + box[0];
}
kernel void expect_scan(global uint* out) {
  uint sum = 0;
  for (uint i = LID < 127 ? 0 : LID - 127; i <= LID; ++i) sum += hash(ITEM - LID + i) & 0xff;
  out[ITEM] = sum + (hash(ITEM - LID) & 0xff);
}

uint exchanged(local uint* restrict theirs, uint mine, uint k) {
  theirs[LID] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint got = theirs[(LID + k) % SIZE];
  barrier(CLK_LOCAL_MEM_FENCE);
  return got;
}
kernel void test_helper(global uint* out, local uint* restrict box) {
  uint mine = hash(ITEM);
  mine = exchanged(box, mine, 1) + 1;
  mine = exchanged(box, mine, 2) + 2;
  out[ITEM] = exchanged(box, mine, 3);
}
kernel void expect_helper(global uint* out) { out[ITEM] = hash(peer(6)) + 3; }

// Through global memory, and a value that only one work-item writes.
kernel void test_global(global uint* restrict out, global uint* restrict tmp, local uint* restrict box) {
  tmp[ITEM] = hash(ITEM);
  if (LID == 0) box[0] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint i = 0; i < 4; ++i) {
    if (LID == SIZE - 1) box[0] = i + 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = sum * 3 + box[0] + tmp[peer(i)];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    tmp[ITEM] += 1;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  out[ITEM] = sum;
}
kernel void expect_global(global uint* out) {
  uint sum = 0;
  for (uint i = 0; i < 4; ++i) sum = sum * 3 + i + 5 + hash(peer(i)) + i;
  out[ITEM] = sum;
}
