// SPDX-License-Identifier: Apache-2.0
// Collective functions one after the other, under conditions and in loops of the group: what they keep between them (the number
// of the vector among others) must not be taken for a value of the group.
// arg u0: i32 3
#include "common.h"
void in_a_row(global uint* out, global const uint* in, uint u0) {
  uint v = 0, item = ITEM;
  v += work_group_any(LID >= 1) ? 3 : 1;
  out[item] = v;
}
kernel void test_row(global uint* out, global const uint* in, uint u0) { in_a_row(out, in, u0); }
kernel void expect_row(global uint* out, global const uint* in, uint u0) { in_a_row(out, in, u0); }
void in_a_loop(global uint* out, global const uint* in, uint u0) {
  uint v = 0, item = ITEM;
  for (int k = 0; k < (int)(u0 % 4u) + 1; ++k) v += work_group_all(LID < SIZE - 1 && (item & 1)) ? 3 : 1;
  out[item] = v;
}
kernel void test_loop(global uint* out, global const uint* in, uint u0) { in_a_loop(out, in, u0); }
kernel void expect_loop(global uint* out, global const uint* in, uint u0) { in_a_loop(out, in, u0); }
void under_a_condition(global uint* out, global const uint* in, uint u0) {
  uint v = 0, item = ITEM;
  if (u0 & 1) v += work_group_any(in[item] > 0x80000000u || item % 5 == 2) ? 3 : 1;
  v += work_group_any(LID >= 1) ? 3 : 1;
  out[item] = v;
}
kernel void test_condition(global uint* out, global const uint* in, uint u0) { under_a_condition(out, in, u0); }
kernel void expect_condition(global uint* out, global const uint* in, uint u0) { under_a_condition(out, in, u0); }
