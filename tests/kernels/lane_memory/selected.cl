// SPDX-License-Identifier: Apache-2.0
// Those work-items that have something to write go one behind the other: active lanes are
// neighbours, though not all lanes are; or nearly so, or not at all.
// per_item: 2
// extra: 8
#include "common.h"

#define KEPT(x) (hash(x) % 8 < 5)

// `rank` kept work-items of the group come before this one.
#define SELECT(NAME, T, INDEX, PLACE)                                            \
  kernel void test_##NAME(global T* out, global const T* in, local uint* kept) { \
    kept[LID] = KEPT(ITEM);                                                      \
    barrier(CLK_LOCAL_MEM_FENCE);                                                \
    INDEX rank = 0, first = (INDEX)(2 * (ITEM - LID));                           \
    for (uint k = 0; k < LID; ++k) rank += (INDEX)kept[k];                       \
    T value = in[ITEM];                                                          \
    if (kept[LID]) out[PLACE] = value;                                           \
  }                                                                              \
  kernel void expect_##NAME(global T* out, global const T* in) {                 \
    INDEX rank = 0, first = (INDEX)(2 * (ITEM - LID));                           \
    for (uint k = 0; k < LID; ++k) rank += (INDEX)KEPT(ITEM - LID + k);          \
    if (KEPT(ITEM)) out[PLACE] = in[ITEM];                                       \
  }

SELECT(uint_uint, uint, uint, first + rank)
SELECT(float_int, float, int, first + rank)
SELECT(ulong_uint, ulong, uint, first + rank)
SELECT(double_ulong, double, ulong, first + rank + 1)
SELECT(uint_ulong, uint, ulong, first + rank)
SELECT(ushort_uint, ushort, uint, first + rank)
SELECT(uchar_int, uchar, int, first + rank)
SELECT(gap, uint, uint, first + rank + (rank >= 3))
SELECT(back, float, int, first + (int)(2 * SIZE) - 1 - rank)
SELECT(apart, uint, uint, first + 2 * rank)

// A ticket for each: all of them are there, in any order.
kernel void test_tickets(global uint* out, global const uint* in, global uint* tmp, uint n) {
  if (KEPT(ITEM)) tmp[1 + atomic_inc(tmp)] = ITEM + 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  // The group that is through last is not known: each tells what it finds of its own.
  for (uint k = 0; k < n; ++k) {
    const uint found = tmp[1 + k];
    if (found == ITEM + 1) out[ITEM] = found;
  }
}
kernel void expect_tickets(global uint* out, uint n) {
  if (KEPT(ITEM)) out[ITEM] = ITEM + 1;
}

// Some lanes write; what they have read of their places is in order, but the first one is missing.
kernel void test_holes(global uint* out, global const uint* in, global uint* tmp) {
  tmp[ITEM] = 2 * (ITEM - LID) + LID;
  uint at = tmp[ITEM];
  if (hash(ITEM) & 2) out[at + (hash(ITEM) & 1 ? SIZE : 0)] = in[ITEM];
}
kernel void expect_holes(global uint* out, global const uint* in) {
  uint at = 2 * (ITEM - LID) + LID;
  if (hash(ITEM) & 2) out[at + (hash(ITEM) & 1 ? SIZE : 0)] = in[ITEM];
}
