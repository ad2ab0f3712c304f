// SPDX-License-Identifier: Apache-2.0
// Functions with barriers that call each other, until there are thousands of barriers: they are there once, and their calls
// become jumps.
// sizes: 1 3 17 64
// groups: uniform
#include "common.h"

// Each step takes what the next work-item has, in a way that depends on when it is done.
void step(local uint* box, uint* x, uint by) {
  box[LID] = *x;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint next = box[(LID + 1) % SIZE];
  barrier(CLK_LOCAL_MEM_FENCE);
  *x = *x * 1664525u + (next ^ by);
}
#define TWICE(to, from) \
  void to(local uint* box, uint* x, uint by) { \
    from(box, x, by * 3); \
    *x ^= by; \
    from(box, x, by + 1); \
  }
TWICE(a, step) TWICE(b, a) TWICE(c, b) TWICE(d, c) TWICE(e, d) TWICE(f, e) TWICE(g, f) TWICE(h, g)

// The same steps for all work-items of a group of at most 64 by one of them.
void all_steps(uint* all, uint size, uint by) {
  const uint first = all[0];
  for (uint k = 0; k < size; ++k) all[k] = all[k] * 1664525u + ((k + 1 < size ? all[k + 1] : first) ^ by);
}
#define TWICE_ALL(to, from) \
  void to(uint* all, uint size, uint by) { \
    from(all, size, by * 3); \
    for (uint k = 0; k < size; ++k) all[k] ^= by; \
    from(all, size, by + 1); \
  }
TWICE_ALL(all_a, all_steps) TWICE_ALL(all_b, all_a) TWICE_ALL(all_c, all_b) TWICE_ALL(all_d, all_c) TWICE_ALL(all_e, all_d)
TWICE_ALL(all_f, all_e) TWICE_ALL(all_g, all_f) TWICE_ALL(all_h, all_g)

kernel void test_nested(global uint* out, local uint* box) {
  uint x = hash(ITEM);
  h(box, &x, 5);
  h(box, &x, 7);
  a(box, &x, 9);
  out[ITEM] = x;
}
kernel void expect_nested(global uint* out) {
  uint all[64];
  for (uint k = 0; k < SIZE; ++k) all[k] = hash(ITEM - LID + k);
  all_h(all, SIZE, 5);
  all_h(all, SIZE, 7);
  all_a(all, SIZE, 9);
  out[ITEM] = all[LID];
}

// Calls from a loop whose end and whose branches are the same for the group, which only memory tells; values that live across
// them; work that work-items do not all do in between.
kernel void test_conditions(global uint* out, global const uint* in, local uint* box) {
  uint x = hash(ITEM), kept = x ^ 99;
  const uint what = in[get_group_id(0)];
  for (uint k = 0; k < what % 3 + 1; ++k) {
    if ((what >> k) & 1) {
      g(box, &x, k);
      if (x & 1) kept += x;
    } else {
      g(box, &kept, what);
      x += kept;
    }
    if (LID % 3 == 1) x = hash(x);
  }
  h(box, &x, kept & 0);
  a(box, &kept, 3);
  out[ITEM] = x + kept;
}
kernel void expect_conditions(global uint* out, global const uint* in) {
  uint x[64], kept[64];
  for (uint k = 0; k < SIZE; ++k) x[k] = hash(ITEM - LID + k), kept[k] = x[k] ^ 99;
  const uint what = in[get_group_id(0)];
  for (uint k = 0; k < what % 3 + 1; ++k) {
    if ((what >> k) & 1) {
      all_g(x, SIZE, k);
      for (uint m = 0; m < SIZE; ++m)
        if (x[m] & 1) kept[m] += x[m];
    } else {
      all_g(kept, SIZE, what);
      for (uint m = 0; m < SIZE; ++m) x[m] += kept[m];
    }
    for (uint m = 0; m < SIZE; ++m)
      if (m % 3 == 1) x[m] = hash(x[m]);
  }
  all_h(x, SIZE, 0);
  all_a(kept, SIZE, 3);
  out[ITEM] = x[LID] + kept[LID];
}
