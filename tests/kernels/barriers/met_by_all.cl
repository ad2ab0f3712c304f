// SPDX-License-Identifier: Apache-2.0
// Barriers under conditions that hold for all work-items of a group, which no compiler can know: each asks of numbers of its own.
#include "common.h"

#define FENCE barrier(CLK_LOCAL_MEM_FENCE)
#define ALWAYS (hash(ITEM) % 64 + n > LID)  // the local size is below that

kernel void test_arm(global uint* out, local uint* box, uint n) {
  uint s = hash(ITEM);
  if (ALWAYS) {
    box[LID] = s;
    FENCE;
    s += box[(LID + 1) % SIZE];
    FENCE;
  } else {
    s = 3;
  }
  out[ITEM] = s;
}
kernel void expect_arm(global uint* out) { out[ITEM] = hash(ITEM) + hash(peer(1)); }

kernel void test_nested(global uint* out, global const uint* in, local uint* box, uint n) {
  uint s = hash(ITEM);
  if (ALWAYS) {
    s ^= 5;
    if (in[ITEM] + n >= n - 1 || ALWAYS) {
      box[LID] = s;
      FENCE;
      s = box[(LID + 2) % SIZE];
      if (ALWAYS) FENCE;
      s += 9;
    }
    s *= 3;
  }
  out[ITEM] = s;
}
kernel void expect_nested(global uint* out) { out[ITEM] = ((hash(peer(2)) ^ 5) + 9) * 3; }

// As many iterations for all, of a number that each has in memory of its own.
kernel void test_loop(global uint* out, global uint* tmp, local uint* box, uint n) {
  uint s = hash(ITEM);
  tmp[ITEM] = 4;
  for (uint i = 0; i < tmp[ITEM]; ++i) {
    box[LID] = s;
    FENCE;
    s = box[(LID + 1) % SIZE] + i;
    FENCE;
  }
  out[ITEM] = s;
}
kernel void expect_loop(global uint* out) { out[ITEM] = hash(peer(4)) + 6; }

kernel void test_while(global uint* out, local uint* box, uint n) {
  uint s = hash(ITEM), k = 0, mine = ITEM % 2;
  while (k < 3 || !ALWAYS) {
    box[LID] = s;
    FENCE;
    uint theirs = box[(LID + 1) % SIZE];
    if (mine) s += theirs;
    else s ^= theirs;
    FENCE;
    ++k;
    if (k == 2 && !ALWAYS) return;
  }
  out[ITEM] = s;
}
uint step1(uint l, uint first, uint size) {
  uint mine = hash(first + l), theirs = hash(first + (l + 1) % size);
  return (first + l) % 2 ? mine + theirs : mine ^ theirs;
}
uint step2(uint l, uint first, uint size) {
  uint mine = step1(l, first, size), theirs = step1((l + 1) % size, first, size);
  return (first + l) % 2 ? mine + theirs : mine ^ theirs;
}
kernel void expect_while(global uint* out) {
  uint mine = step2(LID, ITEM - LID, SIZE), theirs = step2((LID + 1) % SIZE, ITEM - LID, SIZE);
  out[ITEM] = ITEM % 2 ? mine + theirs : mine ^ theirs;
}

kernel void test_switch(global uint* out, global uint* tmp, local uint* box, uint n) {
  uint s = hash(ITEM);
  tmp[ITEM] = 2;
  switch (tmp[ITEM]) {
    case 0: s = 1; break;
    case 1: s = 2; FENCE; break;
    case 2:
      box[LID] = s;
      FENCE;
      s = box[(LID + 3) % SIZE];  // fall through
    case 3: FENCE; s += 2; break;
    default: return;
  }
  out[ITEM] = s;
}
kernel void expect_switch(global uint* out) { out[ITEM] = hash(peer(3)) + 2; }

// Divergent code, then the barrier, in a loop that only some leave early by what is never true.
kernel void test_mixed(global uint* out, local uint* box, uint n) {
  uint s = hash(ITEM);
  for (uint i = 0; i < 3; ++i) {
    if (s & 1) s = s * 3 + 1;
    if (!ALWAYS) break;
    box[LID] = s;
    FENCE;
    if (box[(LID + 1) % SIZE] & 2) {
      s += i;
      if (!ALWAYS) continue;
      ++s;
    }
    if (!ALWAYS) return;
    FENCE;
  }
  out[ITEM] = s;
}
uint odd(uint s) { return s & 1 ? s * 3 + 1 : s; }
uint mixed1(uint first, uint l, uint size) {
  uint s = odd(hash(first + l));
  return odd(hash(first + (l + 1) % size)) & 2 ? s + 1 : s;
}
uint mixed2(uint first, uint l, uint size) {
  uint s = odd(mixed1(first, l, size));
  return odd(mixed1(first, (l + 1) % size, size)) & 2 ? s + 2 : s;
}
kernel void expect_mixed(global uint* out) {
  uint first = ITEM - LID, s = odd(mixed2(first, LID, SIZE));
  out[ITEM] = odd(mixed2(first, (LID + 1) % SIZE, SIZE)) & 2 ? s + 3 : s;
}

kernel void test_collectives(global uint* out, uint n) {
  uint s = LID;
  if (ALWAYS) {
    s = work_group_reduce_add(s);
    if (s + n > LID) s += work_group_scan_inclusive_add(1u);
  }
  if (s + n > LID || ALWAYS) s += work_group_broadcast(LID, SIZE - 1);
  out[ITEM] = s;
}
kernel void expect_collectives(global uint* out) { out[ITEM] = SIZE * (SIZE - 1) / 2 + LID + 1 + SIZE - 1; }

// Some work-items have left before, for good.
kernel void test_left(global uint* out, local uint* box, uint n) {
  if (hash(ITEM) % 5 == 0) {
    out[ITEM] = 1;
    return;
  }
  uint s = 0;
  for (uint i = 0; i < 2 || !ALWAYS; ++i) {
    box[LID] = hash(ITEM);
    FENCE;
    s += box[LID] + i;
    if (ALWAYS) FENCE;
  }
  out[ITEM] = s;
}
kernel void expect_left(global uint* out) { out[ITEM] = hash(ITEM) % 5 == 0 ? 1 : 2 * hash(ITEM) + 1; }
