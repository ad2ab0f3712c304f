// SPDX-License-Identifier: Apache-2.0
// Copies before and behind an async_work_group_copy_fence, through the same memory. The extension
// is there, listed or not.
// local box: 4096
// sizes: 1..17 33 64 100
// groups: uniform
#pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : enable
#include "common.h"

// What the first copy brings is overwritten after it was copied out.
kernel void test_reused(global uint* out, global const uint* in, local uint* box) {
  box[LID] = ITEM * 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  const size_t first = ITEM - LID;
  event_t event = async_work_group_copy(out + first, box, SIZE, 0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  event = async_work_group_copy(box, in + first, SIZE, event);
  wait_group_events(1, &event);
  out[ITEM] += box[LID] % 100;
}
kernel void expect_reused(global uint* out, global const uint* in) { out[ITEM] = ITEM * 3 + in[ITEM] % 100; }
