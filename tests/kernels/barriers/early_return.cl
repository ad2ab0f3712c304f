// SPDX-License-Identifier: Apache-2.0
// Work-items that return before a barrier which the others reach count as arrived: programs pad the global size and leave.
#include "common.h"

kernel void test_padding(global uint* out, local uint* box, uint n) {
  if (ITEM >= n - n / 3) return;
  box[LID] = hash(ITEM);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint other = (LID + 1) % SIZE;
  out[ITEM] = ITEM - LID + other < n - n / 3 ? box[other] : 1;
}
kernel void expect_padding(global uint* out, uint n) {
  if (ITEM >= n - n / 3) return;
  out[ITEM] = peer(1) < n - n / 3 ? hash(peer(1)) : 1;
}

// Items leave one by one, in a loop with barriers.
kernel void test_one_by_one(global uint* out, local uint* box) {
  box[LID] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < 6; ++i) {
    box[LID] += i + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[ITEM] = box[LID] * 10 + i;
    if (hash(ITEM) % 6 == i) return;
  }
  out[ITEM] = 12345;
}
kernel void expect_one_by_one(global uint* out) {
  uint last = hash(ITEM) % 6;
  out[ITEM] = (last + 1) * (last + 2) / 2 * 10 + last;
}

// Only the last item of a group stays, and then only the first.
kernel void test_last_stays(global uint* out, local uint* box) {
  box[LID] = hash(ITEM);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = 1;
  if (LID != SIZE - 1) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = box[0];
}
kernel void expect_last_stays(global uint* out) { out[ITEM] = LID == SIZE - 1 ? hash(ITEM - LID) : 1; }

kernel void test_first_stays(global uint* out, local uint* box) {
  uint mine = hash(ITEM);
  out[ITEM] = 2;
  if (LID > 0) {
    box[LID] = mine;
    return;
  }
  box[0] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = mine + box[SIZE - 1];
}
kernel void expect_first_stays(global uint* out) { out[ITEM] = LID ? 2 : hash(ITEM) + hash(ITEM + SIZE - 1); }

// Nobody, or everybody, returns early.
kernel void test_all_or_none(global uint* out, local uint* box, uint n) {
  uint mine = hash(ITEM), flag = hash((uint)get_group_id(0)) & 1;
  if (flag * (LID + 1) > 0) {
    out[ITEM] = 7;
    return;
  }
  box[LID] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = box[(LID + 1) % SIZE] ^ mine;
}
kernel void expect_all_or_none(global uint* out) {
  out[ITEM] = hash((uint)get_group_id(0)) & 1 ? 7 : hash(peer(1)) ^ hash(ITEM);
}
