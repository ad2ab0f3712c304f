// SPDX-License-Identifier: Apache-2.0
// Loads with a hint, of which parts are used under a condition.
// sizes: 1 3 17 64
#include "common.h"

kernel void test_bytes(global int* out, global const int* in) {
  const int v = __builtin_nontemporal_load(in + ITEM) >> 24;
  out[ITEM] = LID & 1 ? v : 0;
}
kernel void expect_bytes(global int* out, global const int* in) { out[ITEM] = LID & 1 ? in[ITEM] >> 24 : 0; }

kernel void test_loop(global int* out, global const int* in) {
  int sum = 0;
  for (uint i = 0; i < 7; ++i) {
    const int v = __builtin_nontemporal_load(in + ITEM + i);
    sum += i & LID ? v >> 24 : (uchar)v;
  }
  out[ITEM] = sum;
}
kernel void expect_loop(global int* out, global const int* in) {
  int sum = 0;
  for (uint i = 0; i < 7; ++i) sum += i & LID ? in[ITEM + i] >> 24 : (uchar)in[ITEM + i];
  out[ITEM] = sum;
}
