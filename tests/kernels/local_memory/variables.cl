// SPDX-License-Identifier: Apache-2.0
// __local variables and arguments of several types and sizes beside each other: none may overlap another.
// local bytes: 1001
// local wide: 4096
#include "common.h"

typedef struct {
  uchar tag;
  uint3 triple;
  ushort list[3];
} entry_t;

// Everything is written first, then everything is read by somebody else.
kernel void test_beside(global uint* out, local uchar* bytes, local uint* box, local ulong4* wide, local ushort* shorts) {
  local uchar a[1003];
  local double b[1000];
  local entry_t c[1000];
  local uint scalar;
  local uint3 triple;
  a[LID] = hash(ITEM);
  b[LID] = ITEM;
  c[LID].tag = ITEM;
  c[LID].triple = (uint3)(ITEM, LID, 3);
  c[LID].list[2] = ITEM + 1;
  bytes[LID] = ITEM * 3;
  box[LID] = ITEM * 5;
  shorts[LID] = ITEM * 7;
  if (LID < 128) wide[LID] = (ulong4)(ITEM, 1, 2, LID);
  if (LID == SIZE / 2) {
    scalar = ITEM;
    triple = (uint3)(1, ITEM, 2);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint k = (LID + 1) % SIZE, sum = a[k];
  sum = sum * 3 + (uint)b[k];
  sum = sum * 3 + c[k].tag;
  sum = sum * 3 + c[k].triple.x + c[k].triple.y * 7 + c[k].triple.z;
  sum = sum * 3 + c[k].list[2];
  sum = sum * 3 + bytes[k];
  sum = sum * 3 + box[k];
  sum = sum * 3 + shorts[k];
  sum = sum * 3 + (uint)(wide[k % min(SIZE, 128u)].x + wide[k % min(SIZE, 128u)].w);
  out[ITEM] = sum * 3 + scalar + triple.y - triple.z;
}
kernel void expect_beside(global uint* out) {
  uint k = (LID + 1) % SIZE, item = peer(1), sum = (uchar)hash(item);
  uint w = k % min(SIZE, 128u), middle = ITEM - LID + SIZE / 2;
  sum = sum * 3 + item;
  sum = sum * 3 + (uchar)item;
  sum = sum * 3 + item + k * 7 + 3;
  sum = sum * 3 + (ushort)(item + 1);
  sum = sum * 3 + (uchar)(item * 3);
  sum = sum * 3 + item * 5;
  sum = sum * 3 + (ushort)(item * 7);
  sum = sum * 3 + (ITEM - LID + w) + w;
  out[ITEM] = sum * 3 + middle + middle - 2;
}

// Local memory is the same for all groups of a kernel but no group sees another's.
kernel void test_own(global uint* out, local uint* box) {
  local uint group[2];
  if (LID == 0) group[1] = get_group_id(0) * 100;
  for (uint i = 0; i < 4; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (LID == SIZE - 1) group[1] += i;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = group[1];
}
kernel void expect_own(global uint* out) { out[ITEM] = get_group_id(0) * 100 + 6; }

// A pointer to a __local variable, handed to functions.
void put(local uint* where, uint index, uint value) { where[index] = value; }
uint get(const local uint* where, uint index) { return where[index]; }
kernel void test_handed_on(global uint* out) {
  local uint first[1000], second[1000];
  local uint* chosen = get_group_id(0) % 2 ? first : second;
  put(chosen, LID, hash(ITEM));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = get(chosen, SIZE - 1 - LID);
}
kernel void expect_handed_on(global uint* out) { out[ITEM] = hash(ITEM - LID + SIZE - 1 - LID); }
