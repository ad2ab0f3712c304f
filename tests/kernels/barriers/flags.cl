// SPDX-License-Identifier: Apache-2.0
// Barriers whose flags and scope are no constants.
#include "common.h"

kernel void test_flags(global uint* out, local uint* box, uint n) {
  box[LID] = hash(ITEM);
  barrier(n | CLK_LOCAL_MEM_FENCE);
  out[ITEM] = box[(LID + 1) % SIZE];
}
kernel void expect_flags(global uint* out) {
  out[ITEM] = hash(peer(1));
}

kernel void test_scope(global uint* out, local uint* box, uint n) {
  box[LID] = hash(ITEM);
  uint flags = n % 2 ? CLK_LOCAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE;
  memory_scope scope = n % 3 ? memory_scope_work_group : memory_scope_device;
  for (uint i = 0; i < 3; ++i) {
    work_group_barrier(flags, scope);
    uint next = box[(LID + 1) % SIZE] + i;
    work_group_barrier(flags, scope);
    box[LID] = next;
  }
  barrier(flags);
  out[ITEM] = box[(LID + 1) % SIZE];
}
kernel void expect_scope(global uint* out) {
  out[ITEM] = hash(peer(4)) + 3;
}
