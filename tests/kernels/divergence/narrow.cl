// SPDX-License-Identifier: Apache-2.0
// Bytes and words that lie anywhere, from pointers that are not aligned to 4, to both sides of them; stores by some of the
// work-items.
#include "common.h"

kernel void test_bytes(global uint* out, global const uchar* in, uint n) {
  global const uchar* from = in + 64 + hash(n) % 4;
  int far = (int)(hash(ITEM) % 128) - 64;
  uint near = hash(ITEM + 7) % 64;
  uint sum = from[far] | from[near] << 8;
  if (hash(ITEM) & 64) sum += from[(long)far * 2 + 64] << 16;
  out[ITEM] = sum;
}
kernel void expect_bytes(global uint* out, global const uchar* in, uint n) {
  global const uchar* from = in + 64 + hash(n) % 4;
  int far = (int)(hash(ITEM) % 128) - 64;
  uint sum = from[far] + from[hash(ITEM + 7) % 64] * 256;
  out[ITEM] = sum + (hash(ITEM) / 64 % 2 ? from[far * 2 + 64] * 65536 : 0);
}

kernel void test_words(global uint* out, global const ushort* in, uint n) {
  global const ushort* from = in + 64 + hash(n) % 2;
  short far = (short)(hash(ITEM) % 128) - 64;
  uint sum = from[far];
  if (hash(ITEM) & 64) sum += (uint)from[(ulong)hash(ITEM + 7) % 64] << 16;
  out[ITEM] = sum;
}
kernel void expect_words(global uint* out, global const ushort* in, uint n) {
  global const ushort* from = in + 64 + hash(n) % 2;
  uint sum = from[(int)(hash(ITEM) % 128) - 64];
  out[ITEM] = sum + (hash(ITEM) / 64 % 2 ? from[hash(ITEM + 7) % 64] * 65536u : 0);
}

// A table of the work-item's own, and one of the group's.
kernel void test_tables(global uint* out, global const uchar* in, local uchar* shared) {
  uchar own[24];
  for (uint i = 0; i < 24; ++i) own[i] = in[ITEM + i];
  shared[LID] = in[ITEM];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = own[hash(ITEM) % 24] + shared[hash(ITEM) % SIZE] * 256;
  if (sum & 1) sum += own[hash(sum) % 24] << 16;
  out[ITEM] = sum;
}
kernel void expect_tables(global uint* out, global const uchar* in) {
  uint sum = in[ITEM + hash(ITEM) % 24] + in[ITEM - LID + hash(ITEM) % SIZE] * 256;
  out[ITEM] = sum + (sum & 1 ? in[ITEM + hash(sum) % 24] << 16 : 0);
}

kernel void test_stores(global uint* out, global const uchar* in) {
  global uchar* bytes = (global uchar*)(out + ITEM);
  uchar x = in[ITEM];
  if (x % 3 == 0) {
    bytes[0] = 1;
    bytes[x % 2 + 1] = x;
  } else if (x % 3 == 1) {
    bytes[0] = x;
    bytes[3] = 2;
  } else {
    bytes[0] = 3;
  }
}
kernel void expect_stores(global uint* out, global const uchar* in) {
  uchar x = in[ITEM], bytes[4] = {x % 3 == 0 ? 1 : x % 3 == 1 ? x : 3, 0xc5, 0xc5, x % 3 == 1 ? 2 : 0xc5};
  if (x % 3 == 0) bytes[x % 2 + 1] = x;
  out[ITEM] = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint)bytes[3] << 24;
}

// Neighbours' bytes, by some; the same place by all ways.
kernel void test_ways(global uchar* out, global const int* in) {
  int x = in[ITEM], y = in[ITEM + 1];
  if (x < 0) {
    if (y < 0) out[ITEM] = x / 3;
    else out[ITEM] = y;
  } else if (y % 4 == 0) {
    out[ITEM] = 7;
  } else {
    out[ITEM] = x + y;
  }
  if (y % 5 == 0) out[ITEM] = 9;
}
kernel void expect_ways(global uchar* out, global const int* in) {
  int x = in[ITEM], y = in[ITEM + 1];
  uchar value = y % 4 == 0 ? 7 : x + y;
  if (x < 0) value = y < 0 ? x / 3 : y;
  out[ITEM] = y % 5 == 0 ? 9 : value;
}
