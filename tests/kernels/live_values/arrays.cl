// SPDX-License-Identifier: Apache-2.0
// Private arrays that only one region of a loop around barriers uses: what they hold lives until the next iteration.
// sizes: 1..9 15 16 17 31 32 33 64 67
#include "common.h"

kernel void test_one_region(global uint* out, local uint* box, uint n) {
  uint kept[6], s = 0;
  for (uint k = 0; k < 6; ++k) kept[k] = hash(ITEM + k);
  for (uint i = 0; i < 5 + n % 3; ++i) {
    box[LID] = s + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    s += box[(LID + 1) % SIZE];
    barrier(CLK_LOCAL_MEM_FENCE);
    kept[(s + i) % 6] += s;
    s ^= kept[i % 6];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[ITEM] = s;
}
// As many groups as there may be: each plays all of its work-items.
kernel void expect_one_region(global uint* out, uint n) {
  uint kept[70][6], s[70], box[70], first = ITEM - LID, size = SIZE;
  for (uint l = 0; l < size; ++l) {
    s[l] = 0;
    for (uint k = 0; k < 6; ++k) kept[l][k] = hash(first + l + k);
  }
  for (uint i = 0; i < 5 + n % 3; ++i) {
    for (uint l = 0; l < size; ++l) box[l] = s[l] + i;
    for (uint l = 0; l < size; ++l) {
      s[l] += box[(l + 1) % size];
      kept[l][(s[l] + i) % 6] += s[l];
      s[l] ^= kept[l][i % 6];
    }
  }
  out[ITEM] = s[LID];
}

// Set and used after the one barrier of a loop: from one barrier to the next it is in no other code.
kernel void test_after_barrier(global uint* out, uint n) {
  uint kept[4], s = ITEM;
  for (uint i = 0; i < 4 + n % 2; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0)
      for (uint k = 0; k < 4; ++k) kept[k] = hash(ITEM * 4 + k);
    s += kept[(s + i) % 4];
    kept[s % 4] ^= s;
  }
  out[ITEM] = s;
}
kernel void expect_after_barrier(global uint* out, uint n) {
  uint kept[4], s = ITEM;
  for (uint k = 0; k < 4; ++k) kept[k] = hash(ITEM * 4 + k);
  for (uint i = 0; i < 4 + n % 2; ++i) {
    s += kept[(s + i) % 4];
    kept[s % 4] ^= s;
  }
  out[ITEM] = s;
}
