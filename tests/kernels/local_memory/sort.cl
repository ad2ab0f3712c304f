// SPDX-License-Identifier: Apache-2.0
// Bitonic sort of a work-group's numbers, and a matrix product: nested loops with barriers that unroll if sizes are known.
// sizes: 1 2 4 8 16 32 64 128 256 512
// groups: uniform
#include "common.h"

kernel void test_bitonic(global uint* out, global const uint* in, local uint* box) {
  box[LID] = in[ITEM] >> 8;
  for (uint k = 2; k <= SIZE; k *= 2) {
    for (uint j = k / 2; j > 0; j /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint other = LID ^ j;
      if (other > LID) {
        uint a = box[LID], b = box[other];
        if ((LID & k) == 0 ? a > b : a < b) {
          box[LID] = b;
          box[other] = a;
        }
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = box[LID];
}
// The number of smaller ones (and equal ones before it) says where a number belongs.
kernel void expect_bitonic(global uint* out, global const uint* in) {
  uint mine = in[ITEM] >> 8, place = 0;
  for (uint i = 0; i < SIZE; ++i) {
    uint other = in[ITEM - LID + i] >> 8;
    place += other < mine || (other == mine && i < LID);
  }
  out[ITEM - LID + place] = mine;
}
