// SPDX-License-Identifier: Apache-2.0
// A kibibyte for each of up to 4,096 work-items that lives across barriers: not on any thread's stack.
// sizes: 1 2 7 64 1000 2048 4096
#include "common.h"

kernel void test_kibibyte(global uint* out, local uint* box) {
  uint row[256];
  for (uint i = 0; i < 256; ++i) row[(i + LID) % 256] = ITEM * 256 + i;
  box[LID] = row[ITEM % 256];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = box[(LID + 1) % SIZE];
  for (uint i = 0; i < 256; i += 15) sum = sum * 3 + row[i];
  row[sum % 256] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = sum + row[(sum + 1) % 256] + row[sum % 256];
}
uint at(uint item, uint lid, uint index) { return item * 256 + (index + 256 - lid % 256) % 256; }
kernel void expect_kibibyte(global uint* out) {
  uint sum = at(peer(1), (LID + 1) % SIZE, peer(1) % 256);
  for (uint i = 0; i < 256; i += 15) sum = sum * 3 + at(ITEM, LID, i);
  out[ITEM] = sum + at(ITEM, LID, (sum + 1) % 256) + 1;
}

// Too large for a frame although nothing crosses a barrier.
kernel void test_no_barrier(global uint* out) {
  uint big[6000];
  for (uint i = 0; i < 6000; i += 7) big[(i + ITEM) % 6000] = i * 3;
  out[ITEM] = big[(4200 + ITEM) % 6000] + big[(7 + ITEM) % 6000];
}
kernel void expect_no_barrier(global uint* out) { out[ITEM] = 4200 * 3 + 21; }
