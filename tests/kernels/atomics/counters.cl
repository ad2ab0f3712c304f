// Counters in global memory that kernels only add to: ranges of groups with enough work-items count for themselves.
// extra: 16
// expect: single
#include "common.h"

#define EXPECT(NAME, STATEMENT)                                            \
  kernel void expect_##NAME(global uint* out, global const ulong* nd) {   \
    for (uint item = 0; item < nd[10]; ++item) {                          \
      uint h = hash(item);                                                \
      STATEMENT;                                                          \
    }                                                                     \
  }

kernel void test_add(global uint* out) {
  uint h = hash(ITEM);
  atomic_add(&out[h & 3], h);
}
EXPECT(add, out[h & 3] += h)

// Some have nothing to count.
kernel void test_subtract(global uint* out) {
  uint h = hash(ITEM);
  if (h & 8) atomic_sub(&out[h & 3], h >> 5);
  else if (h & 16) atomic_inc(&out[(h & 1) + 1]);
  else atomic_dec(&out[3]);
}
EXPECT(subtract, if (h & 8) out[h & 3] -= h >> 5; else if (h & 16) out[(h & 1) + 1] += 1; else out[3] -= 1)

kernel void test_or(global uint* out) {
  uint h = hash(ITEM);
  atomic_or(&out[h & 3], h & 0xf0f0);
}
EXPECT(or, out[h & 3] |= h & 0xf0f0)

kernel void test_xor(global uint* out) {
  uint h = hash(ITEM);
  atomic_xor(&out[h & 3], h);
}
EXPECT(xor, out[h & 3] ^= h)

kernel void test_max(global uint* out) {
  uint h = hash(ITEM);
  atomic_max(&out[h & 3], h);
}
EXPECT(max, out[h & 3] = max(out[h & 3], h))

// Not from zero.
kernel void test_signed_max(global uint* out) {
  uint h = hash(ITEM);
  atomic_max((global int*)&out[h & 3], (int)h);
}
EXPECT(signed_max, out[h & 3] = (uint)max((int)out[h & 3], (int)h))

// Three tables, one behind the other, in a loop over what other arguments hold.
kernel void test_planes(global uint* out, global const uchar* in) {
  for (uint k = 0; k < 4; ++k) {
    uchar x = in[ITEM * 4 + k];
    atomic_inc(&out[x & 1]);
    atomic_inc(&out[2 + (x >> 7)]);
    atomic_add(&out[4 + min((uint)x, 3u)], (uint)x);
  }
}
kernel void expect_planes(global uint* out, global const uchar* in, global const ulong* nd) {
  for (uint i = 0; i < 4 * nd[10]; ++i) {
    uchar x = in[i];
    out[x & 1] += 1;
    out[2 + (x >> 7)] += 1;
    out[4 + min((uint)x, 3u)] += x;
  }
}

// The place is known before a barrier.
kernel void test_behind_barrier(global uint* out) {
  local uint total;
  uint h = hash(ITEM);
  global uint* at = &out[h & 3];
  if (LID == 0) total = 5;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  atomic_add(at, total);
  atomic_inc(&out[(h >> 4) & 3]);
}
EXPECT(behind_barrier, out[h & 3] += 5; out[(h >> 4) & 3] += 1)

// Who takes a number, or looks at one, counts together with all others.
kernel void test_tickets(global uint* out, uint n) {
  uint ticket = atomic_inc(&out[n + (ITEM & 1)]) - 0xc5c5c5c5u;
  out[2 * ticket + (ITEM & 1)] = 7;
}
kernel void expect_tickets(global uint* out, global const ulong* nd) {
  uint n = nd[10];
  for (uint item = 0; item < n; ++item) {
    uint ticket = out[n + (item & 1)]++ - 0xc5c5c5c5u;
    out[2 * ticket + (item & 1)] = 7;
  }
}

kernel void test_counts_64(global ulong* out) {
  uint h = hash(ITEM);
  atom_add(&out[h & 3], (ulong)h << 20);
}
kernel void expect_counts_64(global ulong* out, global const ulong* nd) {
  for (uint item = 0; item < nd[10]; ++item) {
    uint h = hash(item);
    out[h & 3] += (ulong)h << 20;
  }
}
