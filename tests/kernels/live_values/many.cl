// SPDX-License-Identifier: Apache-2.0
// Many values at once, values that live across some barriers and not others, phis, values used only under conditions.
#include "common.h"

kernel void test_many(global uint* out, local uint* box) {
  uint s = hash(ITEM);
  uint a = s * 3, b = s ^ 5, c = s >> 3, d = s + LID, e = ~s, f = s / 7, g = s % 11, h = s << 4;
  float x = (float)(s & 0xffff) * 0.25f, y = x * 3.0f;
  box[LID] = a;
  barrier(CLK_LOCAL_MEM_FENCE);
  a += box[(LID + 1) % SIZE] * b;
  barrier(CLK_LOCAL_MEM_FENCE);
  box[LID] = c + d;
  barrier(CLK_LOCAL_MEM_FENCE);
  e ^= box[(LID + 2) % SIZE] + f;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = a + e * g + h + (uint)(x + y) + b;
}
kernel void expect_many(global uint* out) {
  uint s = hash(ITEM);
  float x = (float)(s & 0xffff) * 0.25f;
  uint a = s * 3 + hash(peer(1)) * 3 * (s ^ 5);
  uint t = hash(peer(2));
  uint e = ~s ^ ((t >> 3) + t + (LID + 2) % SIZE) + s / 7;
  out[ITEM] = a + e * (s % 11) + (s << 4) + (uint)(x + x * 3.0f) + (s ^ 5);
}

kernel void test_phis(global uint* out, local uint* box, uint n) {
  uint value;
  if (hash(ITEM) & 1) value = ITEM * 3; else value = LID + n;
  uint keep = hash(ITEM) & 2 ? value : 5;
  box[LID] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (n & 1) {
    value = box[(LID + 1) % SIZE];
    barrier(CLK_LOCAL_MEM_FENCE);
    box[LID] = value + keep;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (hash(ITEM) & 4) value += keep;
  out[ITEM] = value * 7 + box[(LID + 1) % SIZE];
}
uint phi_value(uint item, uint lid, uint n) { return hash(item) & 1 ? item * 3 : lid + n; }
uint phi_keep(uint item, uint lid, uint n) { return hash(item) & 2 ? phi_value(item, lid, n) : 5; }
kernel void expect_phis(global uint* out, uint n) {
  uint next = (LID + 1) % SIZE, next2 = (LID + 2) % SIZE;
  uint value = n & 1 ? phi_value(peer(1), next, n) : phi_value(ITEM, LID, n);
  uint box = n & 1 ? phi_value(peer(2), next2, n) + phi_keep(peer(1), next, n) : phi_value(peer(1), next, n);
  if (hash(ITEM) & 4) value += phi_keep(ITEM, LID, n);
  out[ITEM] = value * 7 + box;
}

// Computed in front of a loop, used behind it; computed in the loop's last iteration, used behind it.
kernel void test_around_loop(global uint* out, local uint* box) {
  uint first = hash(ITEM * 2), last = 0;
  for (uint i = 0; i < 3; ++i) {
    box[LID] = first + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint here = box[(LID + i) % SIZE];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (here & 1) last = here;
  }
  out[ITEM] = first - last;
}
kernel void expect_around_loop(global uint* out) {
  uint last = 0;
  for (uint i = 0; i < 3; ++i) {
    uint here = hash(peer(i) * 2) + i;
    if (here & 1) last = here;
  }
  out[ITEM] = hash(ITEM * 2) - last;
}

// Cheap values made of ids, which are computed again rather than stored, at places where the ids must still be right.
kernel void test_ids(global uint* out, local uint* box) {
  size_t g = get_global_id(0), l = get_local_id(0);
  uint index = (uint)(g - get_global_offset(0)) * 4 + (uint)l;
  global uint* where = out + (g - get_global_offset(0));
  local uint* cell = box + (get_local_size(0) - 1 - l);
  bool even = (l & 1) == 0;
  *cell = index;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < 3; ++i) {
    if (even) *cell += index ^ i;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  *where = box[l] + index;
}
kernel void expect_ids(global uint* out) {
  uint l = SIZE - 1 - LID, index = (ITEM - LID + l) * 4 + l, value = index;
  if (l % 2 == 0) value += index + (index ^ 1) + (index ^ 2);
  out[ITEM] = value + ITEM * 4 + LID;
}
