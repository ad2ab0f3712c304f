// SPDX-License-Identifier: Apache-2.0
// Loops at whose head, and behind which, the ways from several barriers meet, with nothing on them that differs between
// the items of a group. That code exists once (join_regions.h).
#include "common.h"

// Work-items keep values of their own in registers meanwhile.
kernel void test_tree(global uint* out, local uint* box) {
  uint mine = hash(ITEM);
  box[LID] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = 1; d < SIZE; d *= 2) {
    if (LID % (2 * d) == 0 && LID + d < SIZE) box[LID] += box[LID + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[ITEM] = box[0] * 3 + mine;
}
kernel void expect_tree(global uint* out) {
  uint sum = 0;
  for (uint i = 0; i < SIZE; ++i) sum += hash(peer(i));
  out[ITEM] = sum * 3 + hash(ITEM);
}

// Maybe no iteration; a loop without barriers is in the code that is shared, another one is behind.
kernel void test_maybe_none(global uint* out, local uint* box, uint n) {
  box[LID] = hash(ITEM);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 3; i < n % 7; ++i) {
    uint mine = box[(LID + i) % SIZE];
    for (uint j = 0; j <= i; ++j) mine = mine * 5 + j;
    barrier(CLK_LOCAL_MEM_FENCE);
    box[LID] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  uint sum = 0;
  for (uint j = 0; j < n % 5; ++j) sum = sum * 7 + box[(LID + 3 * j) % SIZE];
  out[ITEM] = sum + n;
}
kernel void expect_maybe_none(global uint* out, uint n) {
  uint sum = 0, steps = 0;
  for (uint i = 3; i < n % 7; ++i) steps += i;
  for (uint j = 0; j < n % 5; ++j) {
    uint there = hash(peer(3 * j + steps));
    for (uint i = 3; i < n % 7; ++i) {
      for (uint k = 0; k <= i; ++k) there = there * 5 + k;
    }
    sum = sum * 7 + there;
  }
  out[ITEM] = sum + n;
}

// Two loops one behind the other, and one in another; two numbers of the group's.
kernel void test_several(global uint* out, local uint* box, uint n) {
  uint weight = 1;
  box[LID] = ITEM;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < n % 4; ++i) {
    uint next = box[(LID + 1) % SIZE];
    barrier(CLK_LOCAL_MEM_FENCE);
    box[LID] = next * 3;
    weight = weight * 9 + i;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (uint i = 0; i < 3; ++i) {
    for (uint j = i; j < n % 5; ++j) {
      uint next = box[(LID + 1) % SIZE];
      barrier(CLK_LOCAL_MEM_FENCE);
      box[LID] = next + j;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    weight ^= weight << i;
    box[LID] += weight;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[ITEM] = box[LID] + weight;
}
kernel void expect_several(global uint* out, uint n) {
  uint weight = 1, steps = 0, scale = 1, sum = 0;
  for (uint i = 0; i < n % 4; ++i) weight = weight * 9 + i, scale *= 3, ++steps;
  for (uint i = 0; i < 3; ++i) {
    for (uint j = i; j < n % 5; ++j) sum += j, ++steps;
    weight ^= weight << i;
    sum += weight;
  }
  out[ITEM] = peer(steps) * scale + sum + weight;
}

// A barrier that not every iteration passes.
kernel void test_some_rounds(global uint* out, local uint* box, uint n) {
  box[LID] = hash(ITEM);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < 6; ++i) {
    if ((n >> i) % 2 == 0) continue;
    uint next = box[(LID + i) % SIZE];
    barrier(CLK_LOCAL_MEM_FENCE);
    box[LID] = next;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[ITEM] = box[(LID + 1) % SIZE] * 5 + n;
}
kernel void expect_some_rounds(global uint* out, uint n) {
  uint steps = 1;
  for (uint i = 0; i < 6; ++i) steps += (n >> i) % 2 * i;
  out[ITEM] = hash(peer(steps)) * 5 + n;
}
