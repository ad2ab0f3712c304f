// SPDX-License-Identifier: Apache-2.0
// Trees of logical operations on three and more values.
// sizes: 1 3 8 16 33 64
// per_item: 8
#include "common.h"

#define LOGIC(T)                                                                             \
  const T a = (T)hash(ITEM), b = (T)(hash(ITEM + 1) * 77), c = (T)~hash(ITEM + 5);           \
  const T d = (T)(hash(7 * ITEM) >> 3), e = (T)(a + d);                                      \
  out[8 * ITEM] = (a & b) | (c & (a ^ b));                                                   \
  out[8 * ITEM + 1] = (T)~((a ^ b ^ c) & ~(a | d) & (b ^ e));                                \
  out[8 * ITEM + 2] = ((a & b) ^ (c | ~d)) & (e ^ (a & ~c));                                 \
  out[8 * ITEM + 3] = ((a ^ 0x5a) & (b | 0x33)) ^ ((a | b) & (c ^ 0x5a));                    \
  const T shared = (a | c) & (b ^ c);                                                        \
  out[8 * ITEM + 4] = shared ^ (a & d);                                                      \
  out[8 * ITEM + 5] = (shared | b) & ~(shared ^ d);                                          \
  out[8 * ITEM + 6] = ((a & ~b) | (~a & b)) ^ ((c & ~d) | (~c & d)) ^ ((a & c) | (b & e));   \
  out[8 * ITEM + 7] = (a ^ b) & (b ^ c) & (c ^ a) & (a | b | c);

kernel void test_uint(global uint* out) { LOGIC(uint) }
kernel void expect_uint(global uint* out) { LOGIC(uint) }
kernel void test_ulong(global ulong* out) { LOGIC(ulong) }
kernel void expect_ulong(global ulong* out) { LOGIC(ulong) }
kernel void test_uchar(global uchar* out) { LOGIC(uchar) }
kernel void expect_uchar(global uchar* out) { LOGIC(uchar) }
