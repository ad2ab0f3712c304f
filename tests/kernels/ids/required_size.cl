// SPDX-License-Identifier: Apache-2.0
// With reqd_work_group_size the size is a constant for the compiler, barriers and local arrays depend on it.
// sizes: 24
// groups: uniform
#include "common.h"

kernel __attribute__((reqd_work_group_size(24, 1, 1))) void test_required(global uint* out) {
  local uint box[24];
  uint sum = 0;
  for (uint i = 0; i < get_local_size(0); i += 8) {
    box[LID] = hash(ITEM + i);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint j = 0; j < 8; ++j) sum = sum * 3 + box[(LID + i + j) % 24];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[ITEM] = sum;
}
kernel void expect_required(global uint* out) {
  uint sum = 0;
  for (uint i = 0; i < 24; i += 8) {
    for (uint j = 0; j < 8; ++j) sum = sum * 3 + hash(peer(i + j) + i);
  }
  out[ITEM] = sum;
}
