// SPDX-License-Identifier: Apache-2.0
// Variables that are aligned to more than the largest type: their addresses are what the program asked for, and so is what lies
// there, in the frame, outside it, across barriers, for each lane. `over` hides an address from those who know the answer.
// sizes: 1..9 16 17 33 64 67
// per_item: 4
#include "common.h"

uint over(ulong address, uint align) {
  volatile ulong kept = address;
  return kept % align;
}

kernel void test_small(global uint* out, global const uint* in) {
  uint row[6] __attribute__((aligned(256)));
  for (uint i = 0; i < 6; ++i) row[i] = in[ITEM + i];
  row[in[ITEM] % 6] += 5;
  vstore4((uint4)(over((ulong)row, 256), row[in[ITEM] % 5], row[3], row[5]), ITEM, out);
}
kernel void expect_small(global uint* out, global const uint* in) {
  const uint at = in[ITEM] % 6;
  vstore4((uint4)(0, in[ITEM + in[ITEM] % 5] + (at == in[ITEM] % 5 ? 5 : 0), in[ITEM + 3] + (at == 3 ? 5 : 0), in[ITEM + 5] + (at == 5 ? 5 : 0)), ITEM, out);
}

// Too large for the frame.
kernel void test_large(global uint* out, global const uint* in) {
  uint pad[999];
  ulong row[700] __attribute__((aligned(1024)));
  for (uint i = 0; i < 700; ++i) row[i] = in[ITEM + i % 16] + i;
  for (uint i = 0; i < 999; ++i) pad[i] = in[ITEM] + i;
  vstore4((uint4)(over((ulong)row, 1024), (uint)row[in[ITEM] % 700], (uint)row[2], pad[in[ITEM] % 999]), ITEM, out);
}
kernel void expect_large(global uint* out, global const uint* in) {
  const uint at = in[ITEM] % 700;
  vstore4((uint4)(0, in[ITEM + at % 16] + at, in[ITEM + 2] + 2, in[ITEM] + in[ITEM] % 999), ITEM, out);
}

// Kept for each vector of the group.
kernel void test_across(global uint* out, global const uint* in, local uint* box) {
  uint row[6] __attribute__((aligned(512)));
  short mark[3] __attribute__((aligned(256)));
  for (uint i = 0; i < 6; ++i) row[i] = in[ITEM + i];
  for (uint i = 0; i < 3; ++i) mark[i] = (short)(ITEM + i);
  box[LID] = row[in[ITEM] % 6];
  barrier(CLK_LOCAL_MEM_FENCE);
  row[in[ITEM] % 6] = box[(LID + 1) % SIZE];
  mark[in[ITEM] % 3] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  vstore4((uint4)(over((ulong)row, 512), over((ulong)mark, 256), row[in[ITEM] % 6], (ushort)mark[in[ITEM] % 3]), ITEM, out);
}
kernel void expect_across(global uint* out, global const uint* in) {
  const uint other = peer(1);
  vstore4((uint4)(0, 0, in[other + in[other] % 6], (ushort)(ITEM + in[ITEM] % 3 + 1)), ITEM, out);
}

kernel void test_local(global uint* out, global const uint* in, local uint* given) {
  local uint odd[3];
  local uint box[100] __attribute__((aligned(4096)));
  local char mark[7] __attribute__((aligned(256)));
  given[LID] = ITEM;
  if (LID == 0) {
    for (uint i = 0; i < 100; ++i) box[i] = i;
    for (uint i = 0; i < 7; ++i) mark[i] = i;
    for (uint i = 0; i < 3; ++i) odd[i] = i;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  vstore4((uint4)(over((ulong)box, 4096) + over((ulong)mark, 256), box[in[ITEM] % 100], mark[in[ITEM] % 7] + odd[in[ITEM] % 3],
                  given[(LID + 1) % SIZE]), ITEM, out);
}
kernel void expect_local(global uint* out, global const uint* in) {
  vstore4((uint4)(0, in[ITEM] % 100, in[ITEM] % 7 + in[ITEM] % 3, peer(1)), ITEM, out);
}

// A structure's members are where its alignment puts them.
typedef struct __attribute__((aligned(256))) {
  int a;
  short b[5];
} wide_t;
kernel void test_structures(global uint* out, global const uint* in) {
  wide_t s[3];
  for (int i = 0; i < 3; ++i) {
    s[i].a = in[ITEM + i];
    for (int j = 0; j < 5; ++j) s[i].b[j] = (short)(i * 8 + j);
  }
  const uint k = in[ITEM] % 3;
  s[k].b[in[ITEM] % 5] += 100;
  vstore4((uint4)(over((ulong)&s[k], 256), s[k].a, s[k].b[in[ITEM] % 5], s[1].b[2]), ITEM, out);
}
kernel void expect_structures(global uint* out, global const uint* in) {
  const uint k = in[ITEM] % 3, j = in[ITEM] % 5;
  vstore4((uint4)(0, in[ITEM + k], k * 8 + j + 100, k == 1 && j == 2 ? 110 : 10), ITEM, out);
}
