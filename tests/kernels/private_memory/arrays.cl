// SPDX-License-Identifier: Apache-2.0
// Private arrays: with an index that is not a constant, across barriers, in loops, of all sizes.
#include "common.h"

kernel void test_dynamic(global uint* out) {
  uint row[16];
  for (uint i = 0; i < 16; ++i) row[(i * 7 + ITEM) % 16] = hash(ITEM * 16 + i);
  for (uint i = 0; i < 16; ++i) row[i] += row[(row[i] >> 5) % 16];
  out[ITEM] = row[hash(ITEM) % 16];
}
kernel void expect_dynamic(global uint* out) {
  // The same with vectors of components: no memory is indexed.
  ulong low[8], high[8];
  uint last = hash(ITEM) % 16, result = 0;
  uint row[16];
#pragma unroll
  for (uint i = 0; i < 16; ++i) {
    for (uint j = 0; j < 16; ++j) {
      if ((j * 7 + ITEM) % 16 == i) row[i] = hash(ITEM * 16 + j);
    }
  }
#pragma unroll
  for (uint i = 0; i < 16; ++i) {
    uint from = (row[i] >> 5) % 16, value = 0;
#pragma unroll
    for (uint j = 0; j < 16; ++j) value = j == from ? row[j] : value;
    row[i] += value;
  }
#pragma unroll
  for (uint i = 0; i < 16; ++i) result = i == last ? row[i] : result;
  out[ITEM] = result;
}

kernel void test_across(global uint* out, local uint* box) {
  uint row[12];
  for (uint i = 0; i < 12; ++i) row[i] = hash(ITEM) + i;
  for (uint i = 0; i < 5; ++i) {
    box[LID] = row[(LID + i) % 12];
    barrier(CLK_LOCAL_MEM_FENCE);
    row[(ITEM + i * 3) % 12] = box[(LID + 1) % SIZE] * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  uint sum = 0;
  for (uint i = 0; i < 12; ++i) sum = sum * 5 + row[i];
  out[ITEM] = sum;
}
// Plays a whole group of at most 6 neighbours; what is further away cannot arrive in five steps.
kernel void expect_across(global uint* out) {
  uint rows[6][12], box[6];
  for (uint k = 0; k < 6; ++k) {
    for (uint i = 0; i < 12; ++i) rows[k][i] = hash(peer(k)) + i;
  }
  for (uint i = 0; i < 5; ++i) {
    for (uint k = 0; k < 6; ++k) box[k] = rows[k][((LID + k) % SIZE + i) % 12];
    for (uint k = 0; k < 5; ++k) rows[k][(peer(k) + i * 3) % 12] = box[k + 1] * 3;
  }
  uint sum = 0;
  for (uint i = 0; i < 12; ++i) sum = sum * 5 + rows[0][i];
  out[ITEM] = sum;
}

// An array of which only the address is known on both sides of the barrier.
void fill(uint* row, uint seed, uint count) {
  for (uint i = 0; i < count; ++i) row[i] = hash(seed + i);
}
uint sum_of(const uint* row, uint count) {
  uint sum = 0;
  for (uint i = 0; i < count; ++i) sum = sum * 9 + row[i];
  return sum;
}
kernel void test_by_pointer(global uint* out, local uint* box, uint n) {
  uint row[10], other[3] = {1, 2, 3};
  fill(row, ITEM, 10);
  barrier(CLK_LOCAL_MEM_FENCE);
  box[LID] = row[n % 10];
  barrier(CLK_LOCAL_MEM_FENCE);
  fill(row + 4, box[(LID + 1) % SIZE], 3);
  fill(other, LID, n % 4);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = sum_of(row, 10) + sum_of(other, 3);
}
kernel void expect_by_pointer(global uint* out, uint n) {
  uint sum = 0, second = 0;
  for (uint i = 0; i < 10; ++i) {
    uint theirs = hash(peer(1) + n % 10);
    sum = sum * 9 + (i >= 4 && i < 7 ? hash(theirs + i - 4) : hash(ITEM + i));
  }
  for (uint i = 0; i < 3; ++i) second = second * 9 + (i < n % 4 ? hash(LID + i) : i + 1);
  out[ITEM] = sum + second;
}

// Arrays of several element types side by side: alignments differ.
kernel void test_mixed(global uint* out, local uint* box) {
  uchar bytes[5];
  double reals[3];
  ushort shorts[7];
  uint4 vectors[2];
  for (uint i = 0; i < 5; ++i) bytes[(i + ITEM) % 5] = ITEM + i;
  for (uint i = 0; i < 3; ++i) reals[(i + ITEM) % 3] = ITEM * 0.5 + i;
  for (uint i = 0; i < 7; ++i) shorts[(i + ITEM) % 7] = ITEM * 3 + i;
  for (uint i = 0; i < 2; ++i) vectors[(i + ITEM) % 2] = (uint4)(ITEM, i, LID, 7);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = bytes[ITEM % 5] + (uint)(reals[(ITEM + 1) % 3] * 2) * 3 + shorts[(ITEM + 6) % 7] * 5 + vectors[ITEM % 2].x * 7 +
              vectors[(ITEM + 1) % 2].y + vectors[0].z;
}
kernel void expect_mixed(global uint* out) {
  out[ITEM] = (uchar)ITEM + (uint)((ITEM * 0.5 + 1) * 2) * 3 + (ushort)(ITEM * 3 + 6) * 5 + ITEM * 7 + 1 + LID;
}

// Pairs: LLVM counts such indices in bytes.
kernel void test_pairs(global uint* out) {
  const uint count = 64 - (uint)(SIZE >> 20);
  uint pairs[64];
  for (uint i = 0; i < count; ++i) pairs[i] = hash(ITEM + i);
  uint sum = 0;
  for (uint i = 0; i < count / 2; ++i) sum = sum * 3 + (pairs[2 * i] ^ pairs[2 * i + 1] * 5);
  for (uint i = 0; i < count / 8; ++i) {
    const uint from = 4 * ((ITEM + i) % 16);
    if (hash(i) % 3 != ITEM % 3) sum += pairs[from] - pairs[from + 3];
  }
  out[ITEM] = sum;
}
kernel void expect_pairs(global uint* out) {
  const uint count = 64 - (uint)(SIZE >> 20);
  uint sum = 0;
  for (uint i = 0; i < count / 2; ++i)
    sum = sum * 3 + (hash(ITEM + 2 * i) ^ hash(ITEM + 2 * i + 1) * 5);
  for (uint i = 0; i < count / 8; ++i) {
    const uint from = 4 * ((ITEM + i) % 16);
    if (hash(i) % 3 != ITEM % 3) sum += hash(ITEM + from) - hash(ITEM + from + 3);
  }
  out[ITEM] = sum;
}
