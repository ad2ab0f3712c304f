// SPDX-License-Identifier: Apache-2.0
// 64-bit atomics, both kinds.
// needs: cl_khr_int64_base_atomics cl_khr_int64_extended_atomics
// extra: 8
// expect: single
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#include "common.h"

ulong wide(uint item) { return ((ulong)hash(item) << 32) | hash(item + 1); }

kernel void test_legacy(global ulong* out, uint n) {
  volatile global ulong* at = out + n;
  ulong h = wide(ITEM);
  out[ITEM] = 1;
  atom_add(at, h);
  atom_sub(at + 1, h);
  atom_inc(at + 2);
  atom_min(at + 3, h);
  atom_max((volatile global long*)at + 4, (long)h);
  atom_and(at + 5, h | 0xffff0000ffff0000ul);
  atom_or(at + 6, h & 0xff00ul);
  atom_xor(at + 7, h);
}
kernel void expect_legacy(global ulong* out, global const ulong* nd) {
  ulong n = nd[10];
  global ulong* at = out + n;
  for (uint item = 0; item < n; ++item) {
    ulong h = wide(item);
    out[item] = 1;
    at[0] += h;
    at[1] -= h;
    at[2] += 1;
    at[3] = min(at[3], h);
    at[4] = (ulong)max((long)at[4], (long)h);
    at[5] &= h | 0xffff0000ffff0000ul;
    at[6] |= h & 0xff00ul;
    at[7] ^= h;
  }
}

kernel void test_c11(global ulong* out, uint n) {
  volatile global atomic_ulong* at = (volatile global atomic_ulong*)(out + n);
  ulong h = wide(ITEM);
  out[ITEM] = 1;
  atomic_fetch_add(at, h);
  atomic_fetch_min((volatile global atomic_long*)at + 1, (long)h);
  atomic_fetch_xor_explicit(at + 2, h, memory_order_relaxed);
  ulong old = atomic_load(at + 3);
  while (!atomic_compare_exchange_strong(at + 3, &old, old * 1 + h)) {}
}
kernel void expect_c11(global ulong* out, global const ulong* nd) {
  ulong n = nd[10];
  global ulong* at = out + n;
  for (uint item = 0; item < n; ++item) {
    ulong h = wide(item);
    out[item] = 1;
    at[0] += h;
    at[1] = (ulong)min((long)at[1], (long)h);
    at[2] ^= h;
    at[3] += h;
  }
}
