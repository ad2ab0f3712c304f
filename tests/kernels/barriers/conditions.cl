// SPDX-License-Identifier: Apache-2.0
// Barriers under conditions that are the same for the whole group: in both arms, in one, in switches, before returns.
#include "common.h"

kernel void test_both_arms(global uint* out, local uint* box, uint n) {
  uint result;
  box[LID] = hash(ITEM);
  if (n % 2) {
    uint before = LID * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    result = box[(LID + 1) % SIZE] + before;
  } else {
    uint before = LID * 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    result = box[(LID + 2) % SIZE] - before;
    barrier(CLK_LOCAL_MEM_FENCE);
    result += before;
  }
  out[ITEM] = result;
}
kernel void expect_both_arms(global uint* out, uint n) {
  out[ITEM] = n % 2 ? hash(peer(1)) + LID * 3 : hash(peer(2));
}

// The condition differs from group to group.
kernel void test_one_arm(global uint* out, local uint* box) {
  uint mine = hash(ITEM);
  if (get_group_id(0) % 2 == 1) {
    box[LID] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    mine += box[(LID + 1) % SIZE];
  }
  out[ITEM] = mine;
}
kernel void expect_one_arm(global uint* out) {
  out[ITEM] = hash(ITEM) + (get_group_id(0) % 2 == 1 ? hash(peer(1)) : 0);
}

kernel void test_switch(global uint* out, local uint* box, uint n) {
  uint mine = hash(ITEM);
  switch (n % 5) {
    case 0: break;
    case 1:
      box[LID] = mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      mine = box[(LID + 1) % SIZE];
      // fall through
    case 2:
      barrier(CLK_LOCAL_MEM_FENCE);
      box[LID] = mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      mine = box[(LID + 1) % SIZE] * 2;
      break;
    case 3:
      for (int i = 0; i < 3; ++i) {
        box[LID] = mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        mine = box[(LID + i) % SIZE];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      break;
    default: mine = 4;
  }
  out[ITEM] = mine;
}
kernel void expect_switch(global uint* out, uint n) {
  uint result = 4;
  if (n % 5 == 0) result = hash(ITEM);
  if (n % 5 == 1) result = hash(peer(2)) * 2;
  if (n % 5 == 2) result = hash(peer(1)) * 2;
  if (n % 5 == 3) result = hash(peer(3));
  out[ITEM] = result;
}

kernel void test_returns(global uint* out, local uint* box, uint n) {
  box[LID] = hash(ITEM);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint theirs = box[(LID + 1) % SIZE];
  out[ITEM] = theirs;
  if (n % 3 == 0) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  box[LID] = theirs;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = box[(LID + 1) % SIZE];
  if (n % 3 == 1) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] += 9;
}
kernel void expect_returns(global uint* out, uint n) {
  out[ITEM] = n % 3 == 0 ? hash(peer(1)) : hash(peer(2)) + (n % 3 == 1 ? 0 : 9);
}

// Nested conditions, the inner one from memory that all items read.
kernel void test_nested(global uint* out, global const uint* in, local uint* box, uint n) {
  uint mine = hash(ITEM);
  if (n & 1) {
    if (in[0] & 2) {
      box[LID] = mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      mine = box[(LID + 3) % SIZE];
    } else {
      box[LID] = mine + 1;
      barrier(CLK_LOCAL_MEM_FENCE);
      mine = box[(LID + 4) % SIZE];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  } else if (in[1] & 1) {
    box[LID] = mine + 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    mine = box[(LID + 5) % SIZE];
  }
  out[ITEM] = mine;
}
kernel void expect_nested(global uint* out, global const uint* in, uint n) {
  uint result = hash(ITEM);
  if (n & 1) result = in[0] & 2 ? hash(peer(3)) : hash(peer(4)) + 1;
  else if (in[1] & 1) result = hash(peer(5)) + 2;
  out[ITEM] = result;
}

// A barrier as the very first and the very last thing, and several in a row.
kernel void test_edges(global uint* out, local uint* box) {
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
  box[LID] = ITEM;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  barrier(0);
  out[ITEM] = box[SIZE - 1 - LID];
  barrier(CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void expect_edges(global uint* out) { out[ITEM] = ITEM - LID + SIZE - 1 - LID; }
