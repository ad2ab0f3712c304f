// SPDX-License-Identifier: Apache-2.0
// Barriers in loops whose count is the same for the whole group: constants, arguments, sizes; up, down, and by steps.
#include "common.h"

// One step: everybody passes its number on to its neighbour.
uint turn(local uint* box, uint mine) {
  box[LID] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint got = box[(LID + 1) % SIZE];
  barrier(CLK_LOCAL_MEM_FENCE);
  return got;
}

kernel void test_constant(global uint* out, local uint* box) {
  uint mine = hash(ITEM);
  for (int i = 0; i < 5; ++i) mine = turn(box, mine) + i;
  out[ITEM] = mine;
}
kernel void expect_constant(global uint* out) { out[ITEM] = hash(peer(5)) + 10; }

kernel void test_argument(global uint* out, local uint* box, uint n) {
  uint mine = hash(ITEM);
  for (uint i = 0; i < n % 11; ++i) mine = turn(box, mine) * 3;
  out[ITEM] = mine;
}
kernel void expect_argument(global uint* out, uint n) {
  uint mine = hash(peer(n % 11));
  for (uint i = 0; i < n % 11; ++i) mine *= 3;
  out[ITEM] = mine;
}

// The count depends on the size of the group, which is not the same for all groups.
kernel void test_size(global uint* out, local uint* box) {
  uint mine = ITEM;
  for (size_t stride = get_local_size(0); stride > 0; stride >>= 1) mine = turn(box, mine) ^ (uint)stride;
  out[ITEM] = mine;
}
kernel void expect_size(global uint* out) {
  uint steps = 0, mix = 0;
  for (uint stride = SIZE; stride > 0; stride >>= 1) ++steps, mix ^= stride;
  out[ITEM] = peer(steps) ^ mix;
}

// No iteration at all for some launches.
kernel void test_maybe_none(global uint* out, local uint* box, uint n) {
  uint mine = hash(ITEM);
  for (uint i = 4; i < n % 8; ++i) mine = turn(box, mine);
  out[ITEM] = mine + 1;
}
kernel void expect_maybe_none(global uint* out, uint n) { out[ITEM] = hash(peer(n % 8 > 4 ? n % 8 - 4 : 0)) + 1; }

// Values carried around the loop: an item's own, a group's, and two that change places.
kernel void test_carried(global uint* out, local uint* box) {
  uint a = hash(ITEM), b = ~a, sum = 0, uniform = 1;
  for (int i = 0; i < 6; ++i) {
    box[LID] = a;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += box[(LID + i) % SIZE] * uniform;
    uniform = uniform * 5 + SIZE;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint old = a;
    a = b;
    b = old;
  }
  out[ITEM] = sum + a * 7 + uniform;
}
kernel void expect_carried(global uint* out) {
  uint sum = 0, uniform = 1;
  for (int i = 0; i < 6; ++i) {
    uint theirs = hash(peer(i));
    sum += (i % 2 ? ~theirs : theirs) * uniform;
    uniform = uniform * 5 + SIZE;
  }
  out[ITEM] = sum + hash(ITEM) * 7 + uniform;
}

// A barrier at the loop's start only, and one at its end only: regions that cross the back edge.
kernel void test_one_barrier(global uint* out, local uint* box) {
  uint sum = 0;
  for (uint i = 0; i < 4; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i > 0) sum += box[(i % 2 ? 0 : SIZE) + (LID + i) % SIZE];
    box[(i % 2 ? SIZE : 0) + LID] = hash(ITEM + i);
  }
  out[ITEM] = sum;
}
kernel void expect_one_barrier(global uint* out) {
  uint sum = 0;
  for (uint i = 1; i < 4; ++i) sum += hash(peer(i) + i - 1);
  out[ITEM] = sum;
}
