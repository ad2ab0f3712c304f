// SPDX-License-Identifier: Apache-2.0
// Divergent control flow between barriers: the regions themselves have ifs, loops and switches that differ by work-item.
#include "common.h"

kernel void test_if_between(global uint* out, local uint* box) {
  uint mine = hash(ITEM), extra;
  if (mine & 1) {
    box[LID] = mine;
    extra = 3;
  } else {
    box[LID] = mine * 2;
    extra = mine;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint theirs = box[(LID + 1) % SIZE];
  if (theirs & 4) extra += theirs;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (LID % 3 == 0) extra ^= 77;
  out[ITEM] = extra;
}
kernel void expect_if_between(global uint* out) {
  uint mine = hash(ITEM), theirs = hash(peer(1));
  uint extra = mine & 1 ? 3 : mine;
  theirs = theirs & 1 ? theirs : theirs * 2;
  if (theirs & 4) extra += theirs;
  if (LID % 3 == 0) extra ^= 77;
  out[ITEM] = extra;
}

// How far each item counts lives across the barrier although all items count alike within the loop.
kernel void test_loop_between(global uint* out, local uint* box) {
  uint i = 0;
  while (i < LID % 9) ++i;
  box[LID] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint theirs = box[(LID + 1) % SIZE];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = i * 100 + theirs;
}
kernel void expect_loop_between(global uint* out) {
  out[ITEM] = (LID % 9) * 100 + (LID + 1) % SIZE % 9;
}

// The same with a value that no one can compute in advance.
kernel void test_steps_between(global uint* out, local uint* box) {
  uint steps = 0, state = 17;
  for (; (state ^ hash(ITEM)) % 8 != 0; ++steps) state = state * 1664525u + 1013904223u + steps;
  barrier(CLK_LOCAL_MEM_FENCE);
  box[LID] = steps;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = state + steps + box[(LID + 1) % SIZE] * 1000;
}
uint steps_of(uint item, uint* state) {
  uint steps = 0;
  for (*state = 17; (*state ^ hash(item)) % 8 != 0; ++steps) *state = *state * 1664525u + 1013904223u + steps;
  return steps;
}
kernel void expect_steps_between(global uint* out) {
  uint state, other;
  uint steps = steps_of(ITEM, &state), theirs = steps_of(peer(1), &other);
  out[ITEM] = state + steps + theirs * 1000;
}

kernel void test_in_loop(global uint* out, local uint* box) {
  uint sum = 0;
  for (uint i = 0; i < 5; ++i) {
    uint mine = hash(ITEM * 5 + i);
    for (uint j = 0; j < mine % 4; ++j) mine += j * i;
    box[LID] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    switch (mine % 4) {
      case 0: sum += box[(LID + 1) % SIZE]; break;
      case 1: sum ^= box[(LID + 2) % SIZE]; // fall through
      case 2: ++sum; break;
      default: break;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[ITEM] = sum;
}
uint in_loop(uint item, uint i) {
  uint mine = hash(item * 5 + i);
  uint count = mine % 4;
  for (uint j = 0; j < mine % 4; ++j) mine += j * i;
  return mine;
}
kernel void expect_in_loop(global uint* out) {
  uint sum = 0;
  for (uint i = 0; i < 5; ++i) {
    uint mine = in_loop(ITEM, i);
    if (mine % 4 == 0) sum += in_loop(peer(1), i);
    if (mine % 4 == 1) sum ^= in_loop(peer(2), i);
    if (mine % 4 == 1 || mine % 4 == 2) ++sum;
  }
  out[ITEM] = sum;
}
