// SPDX-License-Identifier: Apache-2.0
// Loops with barriers that are unrolled, many barriers in straight code, and barriers in functions of functions.
#include "common.h"

void step(local uint* box, uint* mine, uint k) {
  box[LID] = *mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  *mine = box[(LID + k) % SIZE] + k;
  barrier(CLK_LOCAL_MEM_FENCE);
}
void four(local uint* box, uint* mine, uint k) {
  step(box, mine, k);
  step(box, mine, k + 1);
  step(box, mine, k + 2);
  step(box, mine, k + 3);
}

kernel void test_unroll(global uint* out, local uint* box) {
  uint mine = hash(ITEM);
#pragma unroll
  for (uint i = 0; i < 4; ++i) step(box, &mine, i);
  out[ITEM] = mine;
}
kernel void expect_unroll(global uint* out) { out[ITEM] = hash(peer(6)) + 6; }

kernel void test_partly(global uint* out, local uint* box, uint n) {
  uint mine = hash(ITEM);
#pragma unroll 3
  for (uint i = 0; i < n % 10; ++i) step(box, &mine, 1);
  out[ITEM] = mine;
}
kernel void expect_partly(global uint* out, uint n) { out[ITEM] = hash(peer(n % 10)) + n % 10; }

kernel void test_many(global uint* out, local uint* box) {
  uint mine = hash(ITEM);
  four(box, &mine, 0);
  four(box, &mine, 1);
  four(box, &mine, 2);
  four(box, &mine, 3);
  four(box, &mine, 4);
  four(box, &mine, 5);
  four(box, &mine, 6);
  four(box, &mine, 7);
  four(box, &mine, 8);
  out[ITEM] = mine;
}
kernel void expect_many(global uint* out) { out[ITEM] = hash(peer(4 * 36 + 6 * 9)) + 4 * 36 + 6 * 9; }

kernel void test_unrolled_array(global uint* out, local uint* box) {
  uint row[8];
#pragma unroll
  for (uint i = 0; i < 8; ++i) row[i] = hash(ITEM * 8 + i);
#pragma unroll
  for (uint i = 0; i < 8; ++i) {
    box[LID] = row[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    row[(i + 3) % 8] += box[(LID + 1) % SIZE];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  uint sum = 0;
  for (uint i = 0; i < 8; ++i) sum = sum * 31 + row[i];
  out[ITEM] = sum;
}
// Row of the item that is k further on, before step `end`: what it adds comes from the item behind it.
uint row_of(uint k, uint index, uint end) {
  uint value = hash(peer(k) * 8 + index);
  for (uint i = 0; i < end; ++i) {
    if ((i + 3) % 8 != index) continue;
    // The step i adds what row[i] of the next item holds before step i.
    uint theirs = hash(peer(k + 1) * 8 + i);
    for (uint j = 0; j < i; ++j) {
      if ((j + 3) % 8 != i) continue;
      uint third = hash(peer(k + 2) * 8 + j);
      for (uint h = 0; h < j; ++h) {
        if ((h + 3) % 8 == j) third += hash(peer(k + 3) * 8 + h);
      }
      theirs += third;
    }
    value += theirs;
  }
  return value;
}
kernel void expect_unrolled_array(global uint* out) {
  uint sum = 0;
  for (uint i = 0; i < 8; ++i) sum = sum * 31 + row_of(0, i, 8);
  out[ITEM] = sum;
}
