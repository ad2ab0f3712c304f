// SPDX-License-Identifier: Apache-2.0
// Lanes that are not there when others divide have any divisor, and must not trap.
#include "common.h"

kernel void test_unsigned(global ulong* out, global const ulong* in) {
  ulong result = 7;
  for (uint i = 0; i < (LID & 3); ++i) {
    if (ITEM % 4 >= 2 && hash(ITEM) % 3 == 1)
      result = LID < SIZE / 2 ? (0xfffffffffful * hash(ITEM + i)) / ((LID % 16 == 0 ? in[ITEM] : 7ul) | 1ul) : result + i;
  }
  out[ITEM] = result;
}
kernel void expect_unsigned(global ulong* out) {
  ulong result = 7;
  for (uint i = 0; i < (LID & 3); ++i) {
    if (ITEM % 4 >= 2 && hash(ITEM) % 3 == 1) result = LID < SIZE / 2 ? (0xfffffffffful * hash(ITEM + i)) / 7 : result + i;
  }
  out[ITEM] = result;
}

// A divisor of all ones is a number like any other.
kernel void test_largest(global ulong* out) {
  ulong result = 3;
  if (ITEM % 3) result = (~0ul - ITEM) % (ITEM % 2 ? ~0ul : ~0ul - 5);
  out[ITEM] = result;
}
kernel void expect_largest(global ulong* out) {
  out[ITEM] = ITEM % 3 == 0 ? 3 : ITEM % 2 ? ~0ul - ITEM : ITEM <= 5 ? 5 - ITEM : ~0ul - ITEM;
}

kernel void test_signed(global long* out, global const long* in) {
  long result = 7;
  if (ITEM % 4 >= 2) {
    long divisor = LID % 16 == 0 ? in[ITEM] : 9;
    result = LID % 5 ? (0x7fffffffffl * hash(ITEM)) / (divisor | 3) : (long)hash(ITEM) % (divisor | 5);
  }
  out[ITEM] = LID % 16 == 0 ? 0 : result;
}
kernel void expect_signed(global long* out) {
  long result = 7;
  if (ITEM % 4 >= 2) result = LID % 5 ? (0x7fffffffffl * hash(ITEM)) / 11 : (long)hash(ITEM) % 13;
  out[ITEM] = LID % 16 == 0 ? 0 : result;
}
