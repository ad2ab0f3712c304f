// SPDX-License-Identifier: Apache-2.0
// Atomic operations on local memory, which one thread alone touches: work-items still meet there one after the other.
// Also by generic and volatile pointers, in 64 bits, under conditions and in loops; what they return counts.
// expect: single
// per_item: 4
// local: 16
#include "common.h"

kernel void test_counts(global uint* out, local uint* l) {
  local uint sum, least, most, flags;
  local atomic_int count;
  local atomic_long wide;
  if (LID == 0) {
    sum = 0, least = ~0u, most = 0, flags = 0;
    atomic_init(&count, 0);
    atomic_init(&wide, 0);
  }
  l[LID] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint h = hash(LID);
  atomic_add(&sum, h);
  atomic_min(&least, h);
  atomic_max(&most, h);
  for (uint i = 0; i < h % 3; ++i) atomic_inc((volatile local uint*)l + h % SIZE);
  if (h & 1) atomic_fetch_add(&count, 2);
  generic atomic_long* somewhere = &wide;
  atomic_fetch_add_explicit(somewhere, (long)h, memory_order_relaxed);
  atomic_or(&flags, 1u << h % 32);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM * 4] = sum + least + most;
  out[ITEM * 4 + 1] = l[LID];
  out[ITEM * 4 + 2] = atomic_load(&count) + (uint)(atomic_load(&wide) >> 8);
  out[ITEM * 4 + 3] = flags;
}
kernel void expect_counts(global uint* out, global const ulong* nd) {
  uint n = nd[10], full = nd[3];
  for (uint first = 0; first < n; first += full) {
    uint size = min(full, n - first), sum = 0, least = ~0u, most = 0, flags = 0, count = 0;
    ulong wide = 0;
    for (uint i = 0; i < size; ++i) {
      uint h = hash(i);
      sum += h, least = min(least, h), most = max(most, h), flags |= 1u << h % 32;
      count += h & 1 ? 2 : 0;
      wide += h;
    }
    for (uint i = 0; i < size; ++i) {
      uint hits = 0;
      for (uint other = 0; other < size; ++other)
        if (hash(other) % size == i) hits += hash(other) % 3;
      global uint* to = out + (first + i) * 4;
      to[0] = sum + least + most, to[1] = hits, to[2] = count + (uint)(wide >> 8), to[3] = flags;
    }
  }
}

// Tickets under a condition: every work-item that takes one finds its number at a place of its own.
kernel void test_tickets(global uint* out, local uint* l) {
  local uint next;
  local float last;
  if (LID == 0) next = 0, last = 0.5f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (LID % 3 != 1) atomic_xchg(l + atomic_inc(&next), LID);
  float before = atomic_xchg(&last, (float)LID);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint found = LID % 3 == 1;
  for (uint i = 0; i < next; ++i) found += l[i] == LID;
  out[ITEM * 4] = found;
  out[ITEM * 4 + 1] = next;
  out[ITEM * 4 + 2] = before < SIZE;
  out[ITEM * 4 + 3] = last >= 0 && last < SIZE;
}
kernel void expect_tickets(global uint* out, global const ulong* nd) {
  uint n = nd[10], full = nd[3];
  for (uint item = 0; item < n; ++item) {
    uint first = item / full * full, size = min(full, n - first), next = 0;
    for (uint i = 0; i < size; ++i) next += i % 3 != 1;
    global uint* to = out + item * 4;
    to[0] = 1, to[1] = next, to[2] = 1, to[3] = 1;
  }
}
