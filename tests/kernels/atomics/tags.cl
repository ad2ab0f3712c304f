// SPDX-License-Identifier: Apache-2.0
// Counting without atomic operations, as programs do whose work-items go in step: who finds another's tag behind its
// own store tries again. Volatile says that what was stored may be another's when it is read.
// expect: single
#include "common.h"

#define COUNTERS 64

void add_one(volatile local uint* counter, uint tag) {
  uint count;
  do {
    count = (*counter & 0xffff) + 1 | tag;
    *counter = count;
  } while (*counter != count);
}

kernel void test_tags(global uint* out) {
  local uint counters[COUNTERS];
  for (uint i = LID; i < COUNTERS; i += SIZE) counters[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  add_one(counters + hash(LID) % COUNTERS, LID << 16);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = counters[hash(LID) % COUNTERS] & 0xffff;
}
kernel void expect_tags(global uint* out, global const ulong* nd) {
  uint n = nd[10], full = nd[3];
  for (uint first = 0; first < n; first += full) {
    uint size = min(full, n - first);
    for (uint i = 0; i < size; ++i) {
      uint count = 0;
      for (uint other = 0; other < size; ++other) count += hash(other) % COUNTERS == hash(i) % COUNTERS;
      out[first + i] = count;
    }
  }
}

// All of a group at one counter: all but one of a vector try again, and again.
kernel void test_one(global uint* out) {
  local uint counter;
  if (LID == 0) counter = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  add_one(&counter, LID << 16);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = counter & 0xffff;
}
kernel void expect_one(global uint* out, global const ulong* nd) {
  uint n = nd[10], full = nd[3];
  for (uint i = 0; i < n; ++i) out[i] = min(full, n - i / full * full);
}
