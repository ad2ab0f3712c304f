// SPDX-License-Identifier: Apache-2.0
// Barriers in divergent control flow that no work-item reaches: ways and numbers of iterations differ between work-items all the
// same. OpenCL C (§6.13.8) asks for uniform control flow only where a barrier is executed.
#include "common.h"

#define NEVER (n == 0)  // there is a work-item
#define FENCE barrier(CLK_LOCAL_MEM_FENCE)

kernel void test_arm(global uint* out, uint n) {
  uint l = LID, s;
  if (l & 1) {
    s = 1;
    if (NEVER) FENCE;
    s += l;
  } else {
    s = 2;
  }
  out[ITEM] = s;
}
kernel void expect_arm(global uint* out) { out[ITEM] = LID & 1 ? 1 + LID : 2; }

kernel void test_both_arms(global uint* out, global const uint* in, uint n) {
  uint s = 5;
  if (in[ITEM] & 1) {
    if (NEVER) FENCE;
    s += in[ITEM];
  } else {
    s = hash(s);
    if (NEVER) FENCE;
    s ^= LID;
    if (NEVER) FENCE;
  }
  out[ITEM] = s;
}
kernel void expect_both_arms(global uint* out, global const uint* in) {
  out[ITEM] = in[ITEM] & 1 ? 5 + in[ITEM] : hash(5) ^ LID;
}

kernel void test_counted(global uint* out, uint n) {
  uint s = 0;
  for (uint i = 0; i < 2 + LID; ++i) {
    s += i;
    if (NEVER) FENCE;
  }
  out[ITEM] = s;
}
kernel void expect_counted(global uint* out) { out[ITEM] = (1 + LID) * (2 + LID) / 2; }

kernel void test_while(global uint* out, uint n) {
  uint x = ITEM + 7, steps = 0;
  while (x != 1 && steps < 40) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    if (NEVER && (x & 4)) FENCE;
    ++steps;
  }
  out[ITEM] = steps * 1000 + x;
}
uint collatz(uint x, uint most) {
  uint steps = 0;
  for (; x != 1 && steps < most; ++steps) x = x & 1 ? 3 * x + 1 : x / 2;
  return steps * 1000 + x;
}
kernel void expect_while(global uint* out) { out[ITEM] = collatz(ITEM + 7, 40); }

kernel void test_do_while(global uint* out, global const uint* in, uint n) {
  uint k = 0, s = 1;
  do {
    s = s * 3 + in[ITEM + k];
    if (s % (n + 1) > n) FENCE;  // the rest is n at most
    ++k;
  } while (k < hash(ITEM) % 5);
  out[ITEM] = s;
}
kernel void expect_do_while(global uint* out, global const uint* in) {
  uint k = 0, s = 1;
  do {
    s = s * 3 + in[ITEM + k++];
  } while (k < hash(ITEM) % 5);
  out[ITEM] = s;
}

void meet(local uint* box, uint n, uint l) {
  if (NEVER) {
    box[l] = l;
    FENCE;
  }
}
kernel void test_called(global uint* out, local uint* box, uint n) {
  uint s = ITEM;
  box[LID] = ITEM * 3;
  if (hash(ITEM) & 2) {
    meet(box, n, 0);
    s += box[LID];
  } else if (hash(ITEM) & 4) {
    s *= 5;
    meet(box, n, 0);
  }
  meet(box, n, LID);
  out[ITEM] = s;
}
kernel void expect_called(global uint* out) {
  out[ITEM] = hash(ITEM) & 2 ? ITEM * 4 : hash(ITEM) & 4 ? ITEM * 5 : ITEM;
}

// On sizes, as a group that is a whole one and one that is not.
kernel void test_sizes(global uint* out, uint n) {
  uint s = 0;
  for (uint i = LID; i < SIZE; ++i) {
    if (get_local_size(0) > n) FENCE;
    s += i;
  }
  if (LID < 3 && get_num_groups(0) > n) FENCE;
  out[ITEM] = s;
}
kernel void expect_sizes(global uint* out) { out[ITEM] = (SIZE * (SIZE - 1) - LID * (LID - 1)) / 2; }

kernel void test_leave(global uint* out, global const uint* in, uint n) {
  uint s = 0;
  for (uint i = 0; i < 9; ++i) {
    if (hash(ITEM + i) % 7 == 0) break;
    if (hash(ITEM * i) % 3 == 0) continue;
    s += i;
    if (NEVER) FENCE;
    if (hash(ITEM - i) % 11 == 0) {
      out[ITEM] = s + 77;
      return;
    }
  }
  if (NEVER) FENCE;
  out[ITEM] = s;
}
kernel void expect_leave(global uint* out) {
  uint s = 0, more = 0;
  for (uint i = 0; i < 9 && !more; ++i) {
    if (hash(ITEM + i) % 7 == 0) break;
    if (hash(ITEM * i) % 3 == 0) continue;
    s += i;
    if (hash(ITEM - i) % 11 == 0) more = 77;
  }
  out[ITEM] = s + more;
}

kernel void test_switch(global uint* out, uint n) {
  uint s = LID;
  switch (hash(ITEM) % 5) {
    case 0: s = 3; break;
    case 1: s += 4; if (NEVER) FENCE;  // fall through
    case 2: s *= 2; break;
    case 3: for (uint i = 0; i < LID % 4; ++i) { s ^= i; if (NEVER) FENCE; } break;
    default: if (NEVER) FENCE; return;
  }
  out[ITEM] = s;
}
kernel void expect_switch(global uint* out) {
  uint s = LID, k = hash(ITEM) % 5;
  if (k == 0) s = 3;
  if (k == 1) s = (s + 4) * 2;
  if (k == 2) s *= 2;
  if (k == 3) for (uint i = 0; i < LID % 4; ++i) s ^= i;
  if (k < 4) out[ITEM] = s;
}

kernel void test_nested(global uint* out, uint n) {
  uint s = 0;
  for (uint i = 0; i < 1 + LID % 3; ++i) {
    if (hash(ITEM + i) & 1) {
      for (uint j = 0; j < 1 + hash(ITEM * 3 + i) % 4; ++j) {
        if (NEVER) FENCE;
        s += i * 10 + j;
        if (hash(s) % 9 == 0) goto out_of_it;
      }
    } else {
      s = s * 3 + i;
    }
  }
out_of_it:
  out[ITEM] = s;
}
kernel void expect_nested(global uint* out) {
  uint s = 0, gone = 0;
  for (uint i = 0; i < 1 + LID % 3 && !gone; ++i) {
    if (!(hash(ITEM + i) & 1)) s = s * 3 + i;
    else
      for (uint j = 0; j < 1 + hash(ITEM * 3 + i) % 4 && !gone; ++j) {
        s += i * 10 + j;
        gone = hash(s) % 9 == 0;
      }
  }
  out[ITEM] = s;
}

// Between two barriers that all meet.
kernel void test_between(global uint* out, local uint* box, uint n) {
  uint s = hash(ITEM), i = 0;
  box[LID] = s;
  FENCE;
  while (s % 8 != 0) {
    if (NEVER) FENCE;
    s = s * 5 + box[(LID + ++i) % SIZE];
    if (i > 20) break;
  }
  FENCE;
  box[LID] = s;
  FENCE;
  out[ITEM] = box[SIZE - 1 - LID] + i;
}
uint between(uint first, uint l, uint size, uint* i) {
  uint s = hash(first + l);
  *i = 0;
  while (s % 8 != 0) {
    ++*i;
    s = s * 5 + hash(first + (l + *i) % size);
    if (*i > 20) break;
  }
  return s;
}
kernel void expect_between(global uint* out) {
  uint i, other, first = ITEM - LID;
  between(first, LID, SIZE, &i);
  out[ITEM] = between(first, SIZE - 1 - LID, SIZE, &other) + i;
}

// Collective functions that nobody calls.
kernel void test_collectives(global uint* out, uint n) {
  uint s = LID * 3;
  if (hash(ITEM) & 1) {
    if (NEVER) s += work_group_reduce_add(s);
    s += 7;
  } else {
    for (uint i = 0; i < LID % 5; ++i) {
      s += i;
      if (NEVER) s = work_group_scan_inclusive_max(s) + work_group_any(s > 3) + work_group_broadcast(s, 0);
    }
  }
  out[ITEM] = s;
}
kernel void expect_collectives(global uint* out) {
  uint m = LID % 5;
  out[ITEM] = LID * 3 + (hash(ITEM) & 1 ? 7 : m ? m * (m - 1) / 2 : 0);
}
