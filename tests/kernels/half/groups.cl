// SPDX-License-Identifier: Apache-2.0
// Halves between work-items: work-group functions, asynchronous copies and local memory.
// needs: cl_khr_fp16 cl_khr_fp64
// per_item: 8
// groups: uniform
#include "half/numbers.h"

#define AT (out + ITEM * 8)
// Small whole numbers: their sums are exact up to 2048, however they are added.
#define SMALL(I) ((half)(int)(hash(I) % 5))

kernel void test_functions(global ushort* out) {
  half x = near_half(ITEM);
  AT[0] = bits_of(work_group_reduce_add(SMALL(ITEM) / 8));
  AT[1] = bits_of(work_group_scan_inclusive_add(SMALL(ITEM)));
  AT[2] = bits_of(work_group_scan_exclusive_add(SMALL(ITEM)));
  AT[3] = bits_of(work_group_reduce_min(x));
  AT[4] = bits_of(work_group_scan_inclusive_max(x));
  AT[5] = bits_of(work_group_scan_exclusive_min(x));
  AT[6] = bits_of(work_group_broadcast(x, (size_t)(SIZE / 2)));
  AT[7] = bits_of(work_group_reduce_max(-x));
}
kernel void expect_functions(global ushort* out) {
  uint first = ITEM - LID;
  double all = 0, before = 0, least = INFINITY, most = -INFINITY, least_before = INFINITY, most_here = -INFINITY;
  for (uint i = 0; i < SIZE; ++i) {
    double small = hash(first + i) % 5, x = exact(near_half(first + i));
    all += small;
    least = fmin(least, x);
    most = fmax(most, -x);
    if (i < LID) before += small, least_before = fmin(least_before, x);
    if (i <= LID) most_here = fmax(most_here, x);
  }
  AT[0] = rounded(all / 8);
  AT[1] = rounded(before + (double)(hash(ITEM) % 5));
  AT[2] = rounded(before);
  AT[3] = rounded(least);
  AT[4] = rounded(most_here);
  AT[5] = rounded(least_before);
  AT[6] = bits_of(near_half(first + SIZE / 2));
  AT[7] = rounded(most);
}

kernel void test_copies(global ushort* out, global const ushort* in, local ushort* shared) {
  uint first = ITEM - LID;
  local half* mine = (local half*)shared;
  event_t event = async_work_group_copy(mine, (global const half*)in + first, SIZE, 0);
  event = async_work_group_strided_copy(mine + SIZE, (global const half*)in + first, SIZE, 2, event);
  prefetch((global const half4*)in, 4);
  wait_group_events(1, &event);
  AT[0] = as_ushort(mine[(LID + 1) % SIZE]);
  AT[1] = as_ushort(mine[SIZE + LID]);
  local half2* pairs = (local half2*)mine;
  AT[2] = as_ushort(vload2(LID / 2, (local half*)pairs).y);
  barrier(CLK_LOCAL_MEM_FENCE);
  mine[LID] = near_half(ITEM);
  barrier(CLK_LOCAL_MEM_FENCE);
  half left = mine[(LID + SIZE - 1) % SIZE], right = mine[(LID + 1) % SIZE];
  AT[3] = bits_of(fma(left, (half)0.5h, right));
  for (int i = 4; i < 8; ++i) AT[i] = 0;
}
kernel void expect_copies(global ushort* out, global const ushort* in, local ushort* shared) {
  uint first = ITEM - LID;
  AT[0] = in[first + (LID + 1) % SIZE];
  AT[1] = in[first + LID * 2];
  uint at = LID / 2 * 2 + 1;
  AT[2] = at < SIZE ? in[first + at] : in[first];
  AT[3] = rounded(exact(near_half(first + (LID + SIZE - 1) % SIZE)) * 0.5 + exact(near_half(first + (LID + 1) % SIZE)));
  for (int i = 4; i < 8; ++i) AT[i] = 0;
}
