// SPDX-License-Identifier: Apache-2.0
// One kernel that calls another: each has __local variables of its own; and the same ones in every iteration of a loop.
#include "common.h"

kernel void rotate_box(global uint* out) {
  local uint box[1000];
  box[LID] = out[ITEM];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = box[(LID + 1) % SIZE];
  barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void test_calls_kernel(global uint* out) {
  local uint box[1000];
  box[LID] = hash(ITEM);
  out[ITEM] = ITEM;
  for (uint i = 0; i < 3; ++i) rotate_box(out);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] += box[(LID + 1) % SIZE];
}
kernel void expect_calls_kernel(global uint* out) { out[ITEM] = peer(3) + hash(peer(1)); }

kernel void test_in_scope(global uint* out) {
  local uint box[1000];
  uint sum = 0;
  for (uint i = 0; i < 3; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    box[LID] = ITEM * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += box[(LID + i) % SIZE];
  }
  out[ITEM] = sum;
}
kernel void expect_in_scope(global uint* out) { out[ITEM] = peer(1) + peer(2) * 2; }
