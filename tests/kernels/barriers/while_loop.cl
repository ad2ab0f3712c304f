// SPDX-License-Identifier: Apache-2.0
// while and do loops, nested loops, break and continue: the condition is the same for the whole group, sometimes because all
// read it from local memory.
#include "common.h"

kernel void test_until_flag(global uint* out, local uint* box) {
  uint iterations = 0;
  if (LID == 0) box[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (box[0] < 7) {
    ++iterations;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (LID == SIZE - 1) box[0] += 2;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[ITEM] = iterations * 100 + box[0];
}
kernel void expect_until_flag(global uint* out) { out[ITEM] = 408; }

kernel void test_do(global uint* out, local uint* box) {
  uint mine = ITEM, i = 0;
  do {
    box[LID] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    mine = box[SIZE - 1 - LID] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (++i < 3);
  out[ITEM] = mine;
}
kernel void expect_do(global uint* out) { out[ITEM] = ITEM - LID + (SIZE - 1 - LID) + 3; }

kernel void test_nested(global uint* out, local uint* box) {
  uint sum = 0;
  for (uint i = 0; i < 3; ++i) {
    for (uint j = 0; j <= i; ++j) {
      box[LID] = hash(ITEM + i * 10 + j);
      barrier(CLK_LOCAL_MEM_FENCE);
      sum += box[(LID + j + 1) % SIZE];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    sum *= 3;
    box[LID] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = box[LID];
  }
  out[ITEM] = sum;
}
kernel void expect_nested(global uint* out) {
  uint sum = 0;
  for (uint i = 0; i < 3; ++i) {
    for (uint j = 0; j <= i; ++j) sum += hash(peer(j + 1) + i * 10 + j);
    sum *= 3;
  }
  out[ITEM] = sum;
}

kernel void test_break(global uint* out, local uint* box, uint n) {
  uint mine = hash(ITEM), count = 0;
  for (;;) {
    box[LID] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    mine = box[(LID + 2) % SIZE];
    if (++count > n % 5) break;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[ITEM] = mine + count;
}
kernel void expect_break(global uint* out, uint n) { out[ITEM] = hash(peer((n % 5 + 1) * 2)) + n % 5 + 1; }

kernel void test_continue(global uint* out, local uint* box) {
  uint mine = hash(ITEM), skipped = 0;
  for (uint i = 0; i < 8; ++i) {
    if (i % 3 == SIZE % 3) {
      skipped += i;
      continue;
    }
    box[LID] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 6) continue;
    mine = box[(LID + 1) % SIZE];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[ITEM] = mine ^ skipped;
}
kernel void expect_continue(global uint* out) {
  uint turns = 0, skipped = 0;
  for (uint i = 0; i < 8; ++i) {
    if (i % 3 == SIZE % 3) skipped += i;
    else if (i != 6) ++turns;
  }
  out[ITEM] = hash(peer(turns)) ^ skipped;
}

// Two ways out of two nested loops.
kernel void test_break_both(global uint* out, local uint* box, uint n) {
  uint mine = hash(ITEM), steps = 0;
  bool done = false;
  for (uint i = 0; i < 4 && !done; ++i) {
    for (uint j = 0; j < 4; ++j) {
      box[LID] = mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      mine = box[(LID + 1) % SIZE] + j;
      ++steps;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (i * j == n % 7) {
        done = true;
        break;
      }
      if (j == 3 - i) break;
    }
  }
  out[ITEM] = mine * 31 + steps;
}
kernel void expect_break_both(global uint* out, uint n) {
  uint steps = 0, more = 0;
  bool done = false;
  for (uint i = 0; i < 4 && !done; ++i) {
    for (uint j = 0; j < 4; ++j) {
      ++steps;
      more += j;
      if (i * j == n % 7) {
        done = true;
        break;
      }
      if (j == 3 - i) break;
    }
  }
  out[ITEM] = (hash(peer(steps)) + more) * 31 + steps;
}
