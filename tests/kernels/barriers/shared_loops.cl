// SPDX-License-Identifier: Apache-2.0
// Ways to a barrier that have much code in common: from the kernel's beginning and around a loop, from two barriers, from an inner
// and an outer loop. What lives where they meet comes from different places.
#include "common.h"

#define FOUR(x) x x x x
#define MUCH(x) FOUR(FOUR(FOUR(x = x * 1664525u + 1013904223u; x ^= x >> 15; x += x << 3;)))

uint much(uint x) {
  MUCH(x)
  return x;
}

kernel void test_loop(global uint* out, local uint* box) {
  uint mine = hash(ITEM), other = ITEM * 7;
  for (uint k = 0; k < 3; ++k) {
    MUCH(mine)
    box[LID] = mine + other;
    barrier(CLK_LOCAL_MEM_FENCE);
    other = box[(LID + 1) % SIZE];
    barrier(CLK_LOCAL_MEM_FENCE);
    mine += other ^ k;
  }
  out[ITEM] = mine + other;
}
kernel void expect_loop(global uint* out) {
  // What an item gets in its k-th iteration depends on the k items after it.
  uint mine[4], other[4];
  for (uint j = 0; j < 4; ++j) {
    uint item = ITEM - LID + (LID + j) % SIZE;
    mine[j] = hash(item), other[j] = item * 7;
  }
  for (uint k = 0; k < 3; ++k) {
    uint box[4];
    for (uint j = 0; j < 4; ++j) mine[j] = much(mine[j]), box[j] = mine[j] + other[j];
    for (uint j = 0; j + 1 < 4 - k; ++j) other[j] = box[j + 1], mine[j] += other[j] ^ k;
  }
  out[ITEM] = mine[0] + other[0];
}

// A barrier that only one of the ways passes; private memory that lives across it.
kernel void test_branch(global uint* out, local uint* box, uint n) {
  uint mine = hash(ITEM), kept[4];
  for (uint j = 0; j < 4; ++j) kept[(j + ITEM) % 4] = mine + j;
  if (n % 2 == 0) {
    box[LID] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    mine ^= box[SIZE - 1 - LID];
  }
  uint sum = mine + kept[mine % 4];
  MUCH(sum)
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = sum + kept[(sum >> 5) % 4];
}
kernel void expect_branch(global uint* out, uint n) {
  uint mine = hash(ITEM), kept[4];
  for (uint j = 0; j < 4; ++j) kept[(j + ITEM) % 4] = mine + j;
  if (n % 2 == 0) mine ^= hash(ITEM - LID + SIZE - 1 - LID);
  uint sum = much(mine + kept[mine % 4]);
  out[ITEM] = sum + kept[(sum >> 5) % 4];
}

// An inner loop, a uniform value that changes, and an end that comes from both loops.
kernel void test_nested(global uint* out, local uint* box, uint n) {
  uint mine = hash(ITEM), step = 1;
  for (uint k = 0; k < 2; ++k) {
    for (uint j = 0; j <= k; ++j) {
      MUCH(mine)
      box[LID] = mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      step += box[0] % 5;
      barrier(CLK_LOCAL_MEM_FENCE);
      mine += step + j;
    }
    if (step % 3 == 0) {
      mine ^= step;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  MUCH(mine)
  out[ITEM] = mine + step;
}
kernel void expect_nested(global uint* out) {
  uint mine = hash(ITEM), first = hash(ITEM - LID), step = 1;
  for (uint k = 0; k < 2; ++k) {
    for (uint j = 0; j <= k; ++j) {
      mine = much(mine), first = much(first);
      step += first % 5;
      mine += step + j, first += step + j;
    }
    if (step % 3 == 0) mine ^= step, first ^= step;
  }
  out[ITEM] = much(mine) + step;
}
