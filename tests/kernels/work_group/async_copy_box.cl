// SPDX-License-Identifier: Apache-2.0
// The copies of rectangles and boxes of cl_khr_extended_async_copies, both ways.
// needs: cl_khr_extended_async_copies
// local box: 4096
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable
#include "common.h"

#ifndef cl_khr_extended_async_copies
#error "the macro of the extension is not defined"
#endif

// Five lines of seven, from lines of 20 to lines of 9.
kernel void test_flat(global uint* out, global const uint* in, local uint* box) {
  for (uint i = LID; i < 64; i += SIZE) box[i] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t event = async_work_group_copy_2D2D(box, 3, in, 11, sizeof(uint), 7, 5, 20, 9, 0);
  wait_group_events(1, &event);
  uint sum = 0;
  for (uint i = LID; i < LID + 64; ++i) sum = sum * 31 + box[i % 64];
  out[ITEM] = sum;
}
kernel void expect_flat(global uint* out, global const uint* in) {
  uint sum = 0;
  for (uint i = LID; i < LID + 64; ++i) {
    uint at = i % 64, line = (at - 3) / 9, column = (at - 3) % 9;
    bool copied = at >= 3 && line < 5 && column < 7;
    sum = sum * 31 + (copied ? in[11 + line * 20 + column] : 5);
  }
  out[ITEM] = sum;
}

// Two planes of three lines of four elements of three bytes.
kernel void test_deep(global uint* out, global const uint* in, local uchar* box) {
  for (uint i = LID; i < 256; i += SIZE) box[i] = 9;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t first = async_work_group_copy(box + 250, (global const uchar*)in, 4, 0);
  event_t event =
      async_work_group_copy_3D3D(box, 2, in, 5, 3, 4, 3, 2, 6, 25, 5, 21, first);
  wait_group_events(1, &event);
  uint sum = 0;
  for (uint i = LID; i < LID + 256; ++i) sum = sum * 31 + box[i % 256];
  out[ITEM] = sum;
}
kernel void expect_deep(global uint* out, global const uint* in) {
  global const uchar* bytes = (global const uchar*)in;
  uint sum = 0;
  for (uint i = LID; i < LID + 256; ++i) {
    uint at = i % 256, value = 9;
    if (at >= 250 && at < 254) value = bytes[at - 250];
    if (at >= 6) {
      uint element = (at - 6) / 3, byte = (at - 6) % 3;
      uint plane = element / 21, line = element % 21 / 5, column = element % 21 % 5;
      if (plane < 2 && line < 3 && column < 4)
        value = bytes[(5 + plane * 25 + line * 6 + column) * 3 + byte];
    }
    sum = sum * 31 + value;
  }
  out[ITEM] = sum;
}

// Out of local memory.
kernel void test_out(global uint* out, local uint* box) {
  box[LID] = hash(ITEM);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t event = async_work_group_copy_2D2D(out, ITEM - LID, box, 0, sizeof(uint), SIZE, 1, SIZE,
                                             SIZE, 0);
  wait_group_events(1, &event);
}
kernel void expect_out(global uint* out) { out[ITEM] = hash(ITEM); }
