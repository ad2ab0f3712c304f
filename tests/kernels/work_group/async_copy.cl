// SPDX-License-Identifier: Apache-2.0
// async_work_group_copy and its strided form, both ways, with several events, of scalars and vectors (§6.13.10).
// local box: 16384
#include "common.h"

kernel void test_in(global uint* out, global const uint* in, local uint* box) {
  event_t event = async_work_group_copy(box, in + (ITEM - LID), SIZE, 0);
  wait_group_events(1, &event);
  out[ITEM] = box[SIZE - 1 - LID];
}
kernel void expect_in(global uint* out, global const uint* in) { out[ITEM] = in[ITEM - LID + SIZE - 1 - LID]; }

kernel void test_out(global uint* out, local uint* box) {
  box[SIZE - 1 - LID] = hash(ITEM);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t event = async_work_group_copy(out + (ITEM - LID), box, SIZE, 0);
  wait_group_events(1, &event);
}
kernel void expect_out(global uint* out) { out[ITEM] = hash(ITEM - LID + SIZE - 1 - LID); }

kernel void test_several(global uint* out, global const uint* in, local uint* box) {
  event_t events[2];
  events[0] = async_work_group_copy(box, in, 16, 0);
  events[1] = async_work_group_copy(box + 16, in + 100, 16, 0);
  async_work_group_copy(box + 32, in + 200, 16, events[1]);
  wait_group_events(2, events);
  out[ITEM] = box[LID % 48] + box[47 - LID % 48];
}
kernel void expect_several(global uint* out, global const uint* in) {
  uint a = LID % 48, b = 47 - LID % 48;
  out[ITEM] = in[a / 16 * 100 + a % 16] + in[b / 16 * 100 + b % 16];
}

kernel void test_strided(global uint* out, global const uint* in, local uint* box) {
  event_t event = async_work_group_strided_copy(box, in + get_group_id(0), SIZE, 3, 0);
  wait_group_events(1, &event);
  uint mine = box[LID];
  barrier(CLK_LOCAL_MEM_FENCE);
  box[LID] = mine * 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  // Even places of the group first, odd ones after.
  uint even = (SIZE + 1) / 2;
  event = async_work_group_strided_copy(out + (ITEM - LID), box, even, 2, 0);
  event = async_work_group_strided_copy(out + (ITEM - LID) + 1, box + even, SIZE - even, 2, event);
  wait_group_events(1, &event);
}
kernel void expect_strided(global uint* out, global const uint* in) {
  uint even = (SIZE + 1) / 2, from = LID % 2 ? even + LID / 2 : LID / 2;
  out[ITEM] = in[get_group_id(0) + from * 3] * 5;
}

kernel void test_vectors(global uint* out, global const uint* in, local uint* box) {
  local uint4* wide = (local uint4*)box;
  local uint3* triples = (local uint3*)(wide + 8);
  event_t event = async_work_group_copy(wide, (global const uint4*)in, 8, 0);
  event = async_work_group_copy(triples, (global const uint3*)in + 4, 8, event);
  wait_group_events(1, &event);
  uint4 a = wide[LID % 8];
  uint3 b = triples[LID % 8];
  out[ITEM] = a.x + a.w * 3 + b.y * 5 + b.z * 7;
}
kernel void expect_vectors(global uint* out, global const uint* in) {
  uint k = LID % 8;
  out[ITEM] = in[k * 4] + in[k * 4 + 3] * 3 + in[k * 4 + 17] * 5 + in[k * 4 + 18] * 7;
}

// One buffer is filled while the other is worked on.
kernel void test_two_buffers(global uint* out, global const uint* in, local uint* box) {
  event_t events[2];
  uint sum = 0;
  events[0] = async_work_group_copy(box, in, 32, 0);
  for (uint i = 0; i < 5; ++i) {
    if (i < 4) events[(i + 1) % 2] = async_work_group_copy(box + (i + 1) % 2 * 32, in + (i + 1) * 32, 32, 0);
    wait_group_events(1, &events[i % 2]);
    sum = sum * 3 + box[i % 2 * 32 + (LID + i) % 32];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[ITEM] = sum;
}
kernel void expect_two_buffers(global uint* out, global const uint* in) {
  uint sum = 0;
  for (uint i = 0; i < 5; ++i) sum = sum * 3 + in[i * 32 + (LID + i) % 32];
  out[ITEM] = sum;
}
