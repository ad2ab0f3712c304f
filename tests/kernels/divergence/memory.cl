// SPDX-License-Identifier: Apache-2.0
// What an inactive work-item must not do: touch memory, divide by zero, write a result.
#include "common.h"

kernel void test_guarded_load(global uint* out, global const uint* in, uint n) {
  uint i = ITEM - 1, r = 7;
  if (ITEM > 0 && i < n) r = in[i];
  if (hash(ITEM) & 1) r += in[(size_t)ITEM << (hash(ITEM) & 1 ? 0 : 40)];
  out[ITEM] = r;
}
kernel void expect_guarded_load(global uint* out, global const uint* in) {
  out[ITEM] = (ITEM ? in[ITEM - 1] : 7) + (hash(ITEM) & 1 ? in[ITEM] : 0);
}

kernel void test_guarded_divide(global int* out) {
  int h = (int)hash(ITEM), d = (int)(hash(ITEM) % 4) - 1, r = 1;
  if (d > 0) r = h / d;
  if (d != 0 && !(h == INT_MIN && d == -1)) r += h % d;
  out[ITEM] = d ? r : -99;
}
kernel void expect_guarded_divide(global int* out) {
  int h = (int)hash(ITEM), d = (int)(hash(ITEM) % 4) - 1;
  int safe = d == 0 || (h == INT_MIN && d == -1) ? 1 : d;
  out[ITEM] = d == 0 ? -99 : (d > 0 ? h / safe : 1) + h % safe;
}

kernel void test_guarded_store(global uint* out, global const uint* in) {
  if (in[ITEM] % 3 == 0) out[ITEM] = 1;
  else if (in[ITEM] % 3 == 1) ((global uchar*)(out + ITEM))[in[ITEM] % 4] = 9;
}
kernel void expect_guarded_store(global uint* out, global const uint* in) {
  uint before = 0xc5c5c5c5u, shift = in[ITEM] % 4 * 8;
  uint bytes = (before & ~(0xffu << shift)) | 9u << shift;
  out[ITEM] = in[ITEM] % 3 == 0 ? 1 : in[ITEM] % 3 == 1 ? bytes : before;
}

// Strides and gathers: neighbours, twos and threes, backwards, through an index.
kernel void test_strides(global uint* out, global const uint* in, uint n) {
  uint i = ITEM;
  uint r = in[i] + in[2 * i] * 3 + in[3 * i + 1] * 5 + in[n - 1 - i] * 7 + in[in[i] % n] * 11 + in[i / 4] * 13 + in[i % 4] * 17;
  out[n - 1 - i] = r + in[(i * i) % n];
}
kernel void expect_strides(global uint* out, global const uint* in, uint n) {
  uint i = n - 1 - ITEM, r = 0;
  uint at[7] = {i, 2 * i, 3 * i + 1, n - 1 - i, in[i] % n, i / 4, i % 4};
  uint by[7] = {1, 3, 5, 7, 11, 13, 17};
  for (uint k = 0; k < 7; ++k) r += in[at[k]] * by[k];
  out[ITEM] = r + in[(i * i) % n];
}

// Structures of mixed types in an array.
typedef struct { uchar a; ushort b; uint c; ulong d; } row_t;
kernel void test_rows(global uint* out, global const uint* in) {
  global const row_t* rows = (global const row_t*)in;
  uint r = rows[ITEM].a + rows[ITEM].b;
  if (rows[ITEM].c & 1) r ^= (uint)(rows[ITEM].d >> 32);
  out[ITEM] = r;
}
kernel void expect_rows(global uint* out, global const uint* in) {
  uint base = ITEM * 4;
  uint r = (in[base] & 0xff) + (in[base] >> 16);
  out[ITEM] = in[base + 1] & 1 ? r ^ in[base + 3] : r;
}
