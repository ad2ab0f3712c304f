// SPDX-License-Identifier: Apache-2.0
// Atomic functions of OpenCL C 1.2 on global and local memory: results that do not depend on the order.
// build: -cl-std=CL1.2
// extra: 16
// expect: single
#include "common.h"

kernel void test_global(global uint* out, uint n) {
  global uint* at = out + n;
  uint h = hash(ITEM);
  // Everything starts as 0xc5c5c5c5.
  out[ITEM] = 1;
  atomic_add(at + 0, h);
  atomic_sub(at + 1, h & 0xff);
  atomic_inc(at + 2);
  atomic_dec(at + 3);
  atomic_min(at + 4, h);
  atomic_max(at + 5, h);
  atomic_and(at + 6, h | 0x0f0f0f0f);
  atomic_or(at + 7, h & 0x00ff00ff);
  atomic_xor(at + 8, h);
  atomic_min((volatile global int*)at + 9, (int)h);
  atomic_max((volatile global int*)at + 10, (int)h);
  if (h % 3 == 0) atomic_add(at + 11, 1u);
  for (uint i = 0; i < h % 4; ++i) atomic_inc(at + 12);
}
kernel void expect_global(global uint* out, global const ulong* nd) {
  uint n = nd[10];
  global uint* at = out + n;
  for (uint item = 0; item < n; ++item) {
    uint h = hash(item);
    out[item] = 1;
    at[0] += h;
    at[1] -= h & 0xff;
    at[2] += 1;
    at[3] -= 1;
    at[4] = min(at[4], h);
    at[5] = max(at[5], h);
    at[6] &= h | 0x0f0f0f0f;
    at[7] |= h & 0x00ff00ff;
    at[8] ^= h;
    at[9] = (uint)min((int)at[9], (int)h);
    at[10] = (uint)max((int)at[10], (int)h);
    at[11] += h % 3 == 0;
    at[12] += h % 4;
  }
}

// What an atomic returns: every item gets a ticket of its own, and the tickets are all there are.
kernel void test_tickets(global uint* out, uint n) {
  local uint next;
  if (LID == 0) next = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint ticket = atomic_inc(&next);
  // Not the item's own place, so that each place is written once only if tickets differ.
  out[ITEM - LID + ticket] = ticket;
}
kernel void expect_tickets(global uint* out, global const ulong* nd) {
  for (uint item = 0; item < nd[10]; ++item) out[item] = item % nd[3];
}

// atomic_xchg and atomic_cmpxchg: a stack of items, pushed by compare and swap, walked at the end.
kernel void test_compare(global uint* out, uint n) {
  local uint head, swapped;
  if (LID == 0) head = 1000000, swapped = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint old, seen = head;
  do {
    old = seen;
    out[ITEM] = old;
    seen = atomic_cmpxchg(&head, old, LID);
  } while (seen != old);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  uint count = 0, sum = 0;
  for (uint at = head; at != 1000000 && count < 5000; at = out[ITEM - LID + at]) ++count, sum += at;
  barrier(CLK_GLOBAL_MEM_FENCE);
  uint before = atomic_xchg(&swapped, 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (before == 0) atomic_add(out + n, 1u);
  out[ITEM] = count + sum * 3;
}
kernel void expect_compare(global uint* out, global const ulong* nd) {
  for (uint item = 0; item < nd[10]; ++item) {
    uint size = nd[3];
    out[item] = size + size * (size - 1) / 2 * 3;
    if (item % size == 0) ++out[nd[10]];
  }
}

kernel void test_float_exchange(global float* out, uint n) {
  local float cell;
  if (LID == 0) cell = -1.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  float got = atomic_xchg(&cell, (float)ITEM);
  // A chain: everyone gets another's number, the last one stays in the cell; the sum is known.
  local int total;
  if (LID == 0) total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&total, (int)got);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = (float)(total + (int)cell);
}
kernel void expect_float_exchange(global float* out, global const ulong* nd) {
  for (uint item = 0; item < nd[10]; ++item) {
    uint size = nd[3], first = item - item % size;
    out[item] = (float)((int)(size * first + size * (size - 1) / 2) - 1);
  }
}
