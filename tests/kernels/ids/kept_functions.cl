// SPDX-License-Identifier: Apache-2.0
// A kernel that is too large for all that it calls to be inlined. Functions that stay functions ask for ids and sizes, and so do those
// that they call: the kernel tells them. The barriers see to it that the calls are not merged.
// sizes: 1 3 16 64
#include "common.h"

#define FOUR(x) x x x x
#define SIXTEEN(x) FOUR(FOUR(x))

uint own(uint x) {
  SIXTEEN(x = (x ^ (x >> 7)) * 0x9e3779b1u;)
  return x + LID * 3 + (uint)get_local_size(0) + get_work_dim();
}
// Asks by what it calls, and for more.
uint large(uint x) {
  SIXTEEN(SIXTEEN(x = (x ^ (x >> 3)) * 1664525u + 5;))
  x = own(x) ^ own(x + 1);
  if (x & 4) x += (uint)(get_group_id(0) * 7 + get_global_size(1));
  return x + (uint)get_global_id(0) - (uint)get_global_offset(0);
}
kernel void test_told(global uint* out, local uint* box) {
  uint x = hash(ITEM);
  SIXTEEN(FOUR(if (x & 3) x = large(x);))
  box[LID] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  x = box[(LID + 1) % SIZE];
  SIXTEEN(FOUR(x += large(x) & 255;))
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = x;
}

uint own_of(uint x, uint id) {
  for (uint k = 0; k < 16; ++k) x = (x ^ (x >> 7)) * 0x9e3779b1u;
  return x + id * 3 + SIZE + 1;
}
uint large_of(uint x, uint id, uint item) {
  for (uint k = 0; k < 256; ++k) x = (x ^ (x >> 3)) * 1664525u + 5;
  x = own_of(x, id) ^ own_of(x + 1, id);
  if (x & 4) x += (uint)get_group_id(0) * 7 + 1;
  return x + item;
}
kernel void expect_told(global uint* out) {
  const uint next = (LID + 1) % SIZE;
  uint x = hash(peer(1));
  for (uint k = 0; k < 64; ++k)
    if (x & 3) x = large_of(x, next, peer(1));
  for (uint k = 0; k < 64; ++k) x += large_of(x, LID, ITEM) & 255;
  out[ITEM] = x;
}
