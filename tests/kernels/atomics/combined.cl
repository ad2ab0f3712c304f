// SPDX-License-Identifier: Apache-2.0
// All work-items update one address and use what was there before: the lanes of a vector do so together, and each must
// still see a value of its own.
// sizes: 1..9 15..18 31..34 63..67 128 200
// extra: 40
// expect: single
#include "common.h"

kernel void test_tickets(global uint* out, volatile global uint* tmp) {
  uint ticket = atomic_inc(tmp);
  out[ticket] = hash(ticket);
}
kernel void expect_tickets(global uint* out, global const ulong* nd) {
  for (uint item = 0; item < nd[10]; ++item) out[item] = hash(item);
}

// Places for different numbers of elements each.
kernel void test_places(global uint* out, volatile global uint* tmp) {
  uint count = LID % 3, first = atomic_add(tmp, count);
  for (uint k = 0; k < count; ++k) out[first + k] = 7;
}
kernel void expect_places(global uint* out, global const ulong* nd) {
  ulong n = nd[10], size = nd[3], place = 0;
  for (uint item = 0; item < n; ++item) {
    for (uint k = 0; k < item % size % 3; ++k) out[place++] = 7;
  }
}

// Downwards, from 0.
kernel void test_down(global uint* out, volatile global uint* tmp) {
  uint left = atomic_sub(tmp, 1u);
  out[0u - left] = left;
}
kernel void expect_down(global uint* out, global const ulong* nd) {
  for (uint item = 0; item < nd[10]; ++item) out[item] = 0u - item;
}

kernel void test_some(global uint* out, volatile global uint* tmp) {
  if (hash(ITEM) & 1) {
    uint ticket = atomic_inc(tmp);
    out[ticket] = ticket + 5;
  }
}
kernel void expect_some(global uint* out, global const ulong* nd) {
  uint ticket = 0;
  for (uint item = 0; item < nd[10]; ++item) {
    if (hash(item) & 1) {
      out[ticket] = ticket + 5;
      ++ticket;
    }
  }
}

// In a loop that lanes leave at different times, in local memory.
kernel void test_rounds(global uint* out) {
  local uint next;
  if (LID == 0) next = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint k = 0; k < hash(ITEM) % 4; ++k) sum += atomic_add(&next, 1u) < 4 * SIZE;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = 1000 * next + sum;
}
kernel void expect_rounds(global uint* out, global const ulong* nd) {
  ulong n = nd[10], size = nd[3];
  for (ulong group = 0; group < n; group += size) {
    uint next = 0;
    for (uint item = group; item < min(group + size, n); ++item) next += hash(item) % 4;
    for (uint item = group; item < min(group + size, n); ++item)
      out[item] = 1000 * next + hash(item) % 4;
  }
}

// Who sets a bit first: one work-item for each.
kernel void test_bits(global uint* out, global uint* tmp, uint n) {
  uint bit = hash(ITEM) % 32, old = atomic_or((volatile global uint*)tmp, 1u << bit);
  out[ITEM] = 1;
  if (!(old >> bit & 1)) atomic_inc((volatile global uint*)out + n + bit);
  uint mask = atomic_and((volatile global uint*)out + n + 32, ~(1u << bit));
  if (mask >> bit & 1) atomic_inc((volatile global uint*)out + n + 33);
}
kernel void expect_bits(global uint* out, global const ulong* nd) {
  ulong n = nd[10];
  uint seen = 0;
  for (uint item = 0; item < n; ++item) {
    uint bit = hash(item) % 32;
    out[item] = 1;
    if (!(seen >> bit & 1)) ++out[n + bit];
    if (!(seen >> bit & 1) && (0xc5c5c5c5 >> bit & 1)) ++out[n + 33];
    seen |= 1u << bit;
  }
  out[n + 32] &= ~seen;
}

// Extrema: what was there is at least the first value, and at most the last one.
kernel void test_extrema(global int* out, uint n) {
  int value = hash(ITEM);
  int least = atomic_min((volatile global int*)out + n, value);
  int most = atomic_max((volatile global int*)out + n + 1, value);
  uint large = atomic_max((volatile global uint*)out + n + 2, (uint)value);
  uint small = atomic_min((volatile global uint*)out + n + 3, (uint)value);
  out[ITEM] = (least <= (int)0xc5c5c5c5) + 2 * (most >= (int)0xc5c5c5c5) +
              4 * (large >= 0xc5c5c5c5) + 8 * (small <= 0xc5c5c5c5);
  atomic_min((volatile global int*)out + n + 4, value);
  atomic_max((volatile global uint*)out + n + 5, (uint)value);
}
kernel void expect_extrema(global int* out, global const ulong* nd) {
  ulong n = nd[10];
  for (uint item = 0; item < n; ++item) {
    int value = hash(item);
    out[item] = 15;
    out[n] = min(out[n], value);
    out[n + 1] = max(out[n + 1], value);
    out[n + 2] = max((uint)out[n + 2], (uint)value);
    out[n + 3] = min((uint)out[n + 3], (uint)value);
    out[n + 4] = min(out[n + 4], value);
    out[n + 5] = max((uint)out[n + 5], (uint)value);
  }
}
