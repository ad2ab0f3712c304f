// SPDX-License-Identifier: Apache-2.0
// With debug information (-g) kernels compute the same; gdb.py looks at this one in gdb.
// build: -cl-std=CL2.0 -g
#include "common.h"

uint powers(uint base, int count) {
  uint product = 1;
  for (int i = 0; i < count; ++i)
    product = product * base + i;
  return product;
}

kernel void test_lines(global uint* out, global const uint* in) {
  uint item = ITEM;
  uint value = in[item] % 100 + item;
  uint result = powers(value, 5);
  out[item] = result;
}
kernel void expect_lines(global uint* out, global const uint* in) {
  out[ITEM] = powers(in[ITEM] % 100 + ITEM, 5);
}

kernel void test_barriers(global uint* out, local uint* box) {
  uint mine = hash(ITEM);
  box[LID] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint other = box[(LID + 1) % SIZE];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = mine ^ other;
}
kernel void expect_barriers(global uint* out) { out[ITEM] = hash(ITEM) ^ hash(peer(1)); }
