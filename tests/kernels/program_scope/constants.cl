// SPDX-License-Identifier: Apache-2.0
// OpenCL C 1.2: constants at program scope and in functions, pointers to them, chosen by the work-item.
// build: -cl-std=CL1.2
#include "common.h"

constant float weights[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
constant int rows[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
constant int other[4] = {100, 200, 300, 400};
constant uint bits = 1u << 31 | 3;
typedef struct { short id; int4 data; } record_t;
constant record_t records[2] = {{1, (int4)(1, 2, 3, 4)}, {2, (int4)(5, 6, 7, 8)}};

int pick(constant int* list, uint i) { return list[i % 4]; }

kernel void test_pick(global int* out) {
  uint h = hash(ITEM);
  constant int* list = h % 4 == 3 ? other : rows[h % 4];
  constant record_t* record = &records[h & 1];
  out[ITEM] = pick(list, h >> 4) + pick(rows[0], 3) + record->id * 1000 + record->data.z + (int)(bits >> 30);
}
kernel void expect_pick(global int* out) {
  uint h = hash(ITEM), at = (h >> 4) % 4;
  int first = h % 4 == 3 ? (int)(at + 1) * 100 : (int)(h % 4 * 4 + at + 1);
  out[ITEM] = first + 4 + (h & 1 ? 2007 : 1003) + 2;
}

kernel void test_filter(global float* out, global const int* in) {
  float sum = 0;
  for (int i = 0; i < 9; ++i) sum += weights[i] * (float)(in[ITEM + i] & 255);
  out[ITEM] = sum / 16;
}
kernel void expect_filter(global float* out, global const int* in) {
  float sum = 0;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 3; ++x) sum += (float)((2 - abs(x - 1)) * (2 - abs(y - 1))) * (float)(in[ITEM + y * 3 + x] & 255);
  }
  out[ITEM] = sum / 16;
}
