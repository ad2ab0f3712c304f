// SPDX-License-Identifier: Apache-2.0
// Loops that go along global memory in steps of the whole range or of a group: partial sums, one for each work-item, which the
// group adds up. Lanes leave the loop at different times.
// sizes: 64
// build: -cl-std=CL1.2
// per_item: 4
#include "common.h"
#define KERNEL kernel __attribute__((reqd_work_group_size(64, 1, 1))) void

size_t first() { return get_global_id(0) - get_global_offset(0); }
uint of_stream(global const uint* in, size_t from, size_t end, size_t step) {
  uint sum = 0;
  for (size_t i = from; i < end; i += step) sum += in[i];
  return sum;
}

KERNEL test_range(global uint* out, global const uint* in, local uint* box, uint n) {
  box[LID] = of_stream(in, first(), 9 * (size_t)n - n / 3, n);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = box[SIZE - 1 - LID];
}
kernel void expect_range(global uint* out, global const uint* in, uint n) {
  out[ITEM] = of_stream(in, first() - LID + SIZE - 1 - LID, 9 * (size_t)n - n / 3, n);
}

// In local memory all the time, two lines in each iteration.
KERNEL test_pairs(global uint* out, global const uint* in, local uint* box, uint n) {
  box[LID] = LID;
  for (size_t i = first(); i < 3 * (size_t)n + 5; i += 2 * n) box[LID] += in[i] ^ in[i + n];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = box[LID ^ 1] * (LID % 2 == 0 && LID + 1 == SIZE ? 0 : 1);
}
kernel void expect_pairs(global uint* out, global const uint* in, uint n) {
  uint other = LID ^ 1;
  if (other >= SIZE) {
    out[ITEM] = 0;
    return;
  }
  uint sum = other;
  for (size_t i = first() - LID + other; i < 3 * (size_t)n + 5; i += 2 * n) sum += in[i] ^ in[i + n];
  out[ITEM] = sum;
}

// A part of memory for each group; what is read is written elsewhere, too.
KERNEL test_parts(global uint* out, global const uint* in, local uint* box, uint n) {
  size_t begin = first() - LID;
  uint most = 0;
  for (size_t i = LID; i < 4 * (size_t)SIZE; i += SIZE) {
    uint value = in[4 * begin + i];
    out[4 * begin + i] = ~value;
    most = max(most, value);
  }
  box[LID] = most;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[4 * begin + LID] = box[SIZE - 1 - LID];
}
kernel void expect_parts(global uint* out, global const uint* in, uint n) {
  size_t begin = first() - LID;
  uint most = 0;
  for (size_t i = SIZE - 1 - LID; i < 4 * (size_t)SIZE; i += SIZE) most = max(most, in[4 * begin + i]);
  for (size_t i = LID + SIZE; i < 4 * (size_t)SIZE; i += SIZE) out[4 * begin + i] = ~in[4 * begin + i];
  out[4 * begin + LID] = most;
}

KERNEL test_doubles(global ulong* out, global const double* in, local double* box, uint n) {
  double sum = 0;
  for (size_t i = first(); i < 6 * (size_t)n - n / 2; i += n) sum += in[i] * 3;
  box[LID] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = as_ulong(box[SIZE - 1 - LID]);
}
kernel void expect_doubles(global ulong* out, global const double* in, uint n) {
  double sum = 0;
  for (size_t i = first() - LID + SIZE - 1 - LID; i < 6 * (size_t)n - n / 2; i += n) sum += in[i] * 3;
  out[ITEM] = as_ulong(sum);
}
