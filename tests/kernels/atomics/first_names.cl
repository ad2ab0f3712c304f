// SPDX-License-Identifier: Apache-2.0
// The atomic functions under the names of their extensions ([EX7], OpenCL C 1.0), on global and on local memory.
// build: -cl-std=CL1.0
// needs: cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics
// extra: 8
// per_item: 2
// expect: single
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_global_int32_extended_atomics : enable
#pragma OPENCL EXTENSION cl_khr_local_int32_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_local_int32_extended_atomics : enable
#include "common.h"

kernel void test_global(global uint* out, uint n) {
  volatile global uint* at = out + 2 * n;
  uint h = hash(ITEM);
  // Nobody else has these two.
  volatile global uint* own = out + 2 * ITEM;
  own[0] = h;
  own[1] = atom_xchg(own, h + 1);
  own[1] += atom_cmpxchg(own, h + 1, 7u) + atom_cmpxchg(own, h + 1, 8u);
  atom_add(at + 0, h);
  atom_sub((volatile global int*)at + 1, (int)(h & 0xff));
  atom_inc(at + 2);
  atom_dec((volatile global int*)at + 3);
  atom_min(at + 4, h);
  atom_max((volatile global int*)at + 5, (int)h);
  atom_and(at + 6, h | 0x0f0f0f0f);
  atom_or(at + 7, h & 0x00ff00ff);
  atom_xor(at + 7, h & 0xff00ff00);
}
kernel void expect_global(global uint* out, global const ulong* nd) {
  uint n = nd[10];
  global uint* at = out + 2 * n;
  for (uint item = 0; item < n; ++item) {
    uint h = hash(item);
    out[2 * item] = 7;
    out[2 * item + 1] = h + (h + 1) + 7;
    at[0] += h;
    at[1] -= h & 0xff;
    at[2] += 1;
    at[3] -= 1;
    at[4] = min(at[4], h);
    at[5] = (uint)max((int)at[5], (int)h);
    at[6] &= h | 0x0f0f0f0f;
    at[7] = (at[7] | (h & 0x00ff00ff)) ^ (h & 0xff00ff00);
  }
}

kernel void test_local(global uint* out) {
  local uint sum, most, bits, parity;
  local int least, down;
  if (LID == 0) sum = 0, most = 0, bits = ~0u, parity = 0, least = INT_MAX, down = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint h = hash(LID);
  atom_add(&sum, h);
  atom_inc(&sum);
  atom_max(&most, h);
  atom_and(&bits, h | 0xff);
  atom_xor(&parity, h);
  atom_min(&least, (int)h);
  atom_sub(&down, 3);
  atom_dec(&down);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (LID == 0) atom_or(&bits, 0x80u), atom_xchg(&parity, atom_cmpxchg(&most, most, 5u));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * ITEM] = sum + most + bits;
  out[2 * ITEM + 1] = parity + (uint)least + (uint)down;
}
kernel void expect_local(global uint* out, global const ulong* nd) {
  uint n = nd[10], full = nd[3];
  for (uint first = 0; first < n; first += full) {
    uint size = min(full, n - first), sum = 0, most = 0, bits = ~0u;
    int least = INT_MAX;
    for (uint i = 0; i < size; ++i) {
      uint h = hash(i);
      sum += h + 1, most = max(most, h), bits &= h | 0xff, least = min(least, (int)h);
    }
    for (uint i = 0; i < size; ++i) {
      out[2 * (first + i)] = sum + 5 + (bits | 0x80);
      out[2 * (first + i) + 1] = most + (uint)least - 4 * size;
    }
  }
}
