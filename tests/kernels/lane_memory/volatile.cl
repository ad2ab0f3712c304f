// SPDX-License-Identifier: Apache-2.0
// Volatile accesses to global memory: of neighbours, of neighbours some of which are left out, of others.
// per_item: 4
#include "common.h"

kernel void test_neighbours(global volatile uint* out, global const volatile uint* in, uint n) {
  out[ITEM] = in[ITEM] * 3;
  out[n + ITEM] = in[ITEM + 1];
  out[n + ITEM] += in[ITEM] ^ out[ITEM];
}
kernel void expect_neighbours(global uint* out, global const uint* in, uint n) {
  out[ITEM] = in[ITEM] * 3;
  out[n + ITEM] = in[ITEM + 1] + (in[ITEM] ^ in[ITEM] * 3);
}

kernel void test_some(global volatile short* out, global const volatile short* in, uint n) {
  if (hash(ITEM) & 1) {
    out[ITEM] = in[ITEM] + in[2 * ITEM];
  } else if (hash(ITEM) & 6) {
    short last = 0;
    for (uint k = 0; k < (hash(ITEM) & 7); ++k) last ^= in[ITEM + k];
    out[n + ITEM] = last;
  }
}
kernel void expect_some(global short* out, global const short* in, uint n) {
  if (hash(ITEM) & 1) {
    out[ITEM] = in[ITEM] + in[2 * ITEM];
  } else if (hash(ITEM) & 6) {
    short last = 0;
    for (uint k = 0; k < (hash(ITEM) & 7); ++k) last ^= in[ITEM + k];
    out[n + ITEM] = last;
  }
}

kernel void test_private(global float* out, global const float4* in) {
  volatile float own = in[ITEM].x;
  if (hash(ITEM) & 1) own += in[ITEM].y;
  *((global volatile float*)out + ITEM) = own;
}
kernel void expect_private(global float* out, global const float4* in) {
  out[ITEM] = hash(ITEM) & 1 ? in[ITEM].x + in[ITEM].y : in[ITEM].x;
}

kernel void test_long(global volatile ulong* out, global const volatile ulong* in, global const uint* in_number, uint n) {
  const ulong a = in[in_number[ITEM] % n], b = in[0];
  out[ITEM] = a + b + in[ITEM];
}
kernel void expect_long(global ulong* out, global const ulong* in, global const uint* in_number, uint n) {
  out[ITEM] = in[in_number[ITEM] % n] + in[0] + in[ITEM];
}
