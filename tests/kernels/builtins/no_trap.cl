// SPDX-License-Identifier: Apache-2.0
// Divisions without a value: the smallest number by -1, anything by zero. The result is open (§6.3a), but nothing traps, and other
// work-items have theirs.
#include "common.h"

kernel void test_smallest(global uint* out, global int* tmp) {
  tmp[ITEM] = hash(ITEM) % 3 == 0 ? INT_MIN : -7 - (int)(ITEM % 50);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  int x = *(volatile global int*)&tmp[ITEM], by = (int)(hash(ITEM) % 2) - 1;  // -1 or 0
  int rest = x % by, quotient = x / by;
  long wide = LONG_MIN + (x == INT_MIN ? 0 : ITEM + 1), by_wide = by;
  long wide_rest = wide % by_wide, wide_quotient = wide / by_wide;
  uint sum = rest + quotient * 3 + (uint)wide_rest * 5 + (uint)wide_quotient * 7;
  out[ITEM] = by == -1 && x != INT_MIN ? sum : sum - sum;
}
kernel void expect_smallest(global uint* out) {
  int x = hash(ITEM) % 3 == 0 ? INT_MIN : -7 - (int)(ITEM % 50);
  uint sum = -x * 3 + (uint)(LONG_MAX - ITEM) * 7;
  out[ITEM] = hash(ITEM) % 2 == 0 && x != INT_MIN ? sum : 0;
}

kernel void test_vectors(global uint* out, global const uint* in) {
  int4 x = (int4)(INT_MIN, (int)in[ITEM], INT_MIN, 17), by = (int4)(-1, (int)(in[ITEM] & 1), (int)(ITEM % 2) - 1, 4);
  int4 rest = x % by;
  out[ITEM] = rest.w + (by.y == 1 ? (uint)rest.y : 0u);
}
kernel void expect_vectors(global uint* out) { out[ITEM] = 1; }
