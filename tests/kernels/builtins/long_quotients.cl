// SPDX-License-Identifier: Apache-2.0
// Division and remainder of 64 bits: by constants, by numbers that all work-items share, and by
// numbers of their own. The expected values come from long division, bit by bit.
// per_item: 1
// sizes: 1 3 16 64 67 1000
#include "common.h"

// Quotient * 31 + remainder, and the signed one in the same way.
ulong divided(ulong x, ulong y) {
  ulong quotient = 0, rest = 0;
  for (int bit = 63; bit >= 0; --bit) {
    const bool carries = rest >> 63;
    rest = rest << 1 | (x >> bit & 1);
    if (carries || rest >= y) {
      rest -= y;
      quotient |= 1ul << bit;
    }
  }
  return quotient * 31 + rest;
}
ulong divided_signed(long x, long y) {
  const ulong a = x < 0 ? -(ulong)x : x, b = y < 0 ? -(ulong)y : y;
  ulong quotient = 0, rest = a;
  for (int bit = 63; bit >= 0; --bit) {
    if (rest >> bit >= b) {
      rest -= b << bit;
      quotient |= 1ul << bit;
    }
  }
  if ((x < 0) != (y < 0)) quotient = -quotient;
  return quotient * 31 + (x < 0 ? -rest : rest);
}

// Numbers of all lengths, and those next to powers of two.
ulong any(uint seed) {
  const uint kind = hash(seed);
  const ulong bits = (ulong)hash(seed * 3 + 1) << 32 | hash(seed * 5 + 2);
  if (kind % 5 == 0) return (1ul << (kind >> 8) % 64) - 2 + (kind >> 20) % 4;
  return bits >> (kind >> 8) % 64;
}
ulong divisor(uint seed) {
  const ulong number = any(seed);
  return number == 0 || number == ~0ul ? 3 : number;
}

#define OF(x, y) ((x) / (y) * 31 + (x) % (y))
#define BOTH(name, expression, expected) \
  kernel void test_##name(global ulong* out, global const ulong* nd) { out[ITEM] = expression; } \
  kernel void expect_##name(global ulong* out, global const ulong* nd) { out[ITEM] = expected; }
#define BY(name, number) \
  BOTH(by_##name, OF(any(ITEM), number##ul), divided(any(ITEM), number##ul)) \
  BOTH(signed_by_##name, OF((long)any(ITEM), (long)number##ul), divided_signed(any(ITEM), number##ul)) \
  BOTH(minus_by_##name, OF((long)any(ITEM), -(long)number##ul), divided_signed(any(ITEM), -(long)number##ul)) \
  BOTH(short_by_##name, OF(any(ITEM) >> 14, number##ul), divided(any(ITEM) >> 14, number##ul)) \
  BOTH(half_by_##name, OF((long)any(ITEM) >> 15, (long)number##ul), \
       divided_signed((long)any(ITEM) >> 15, number##ul))

BY(3, 3)
BY(7, 7)
BY(10, 10)
BY(14, 14)
BY(641, 641)
BY(1000003, 1000003)
BY(prime_of_32, 4294967291)
BY(above_32, 4294967297)
BY(prime_of_40, 1099511627689)
BY(power_of_50, 1125899906842624)
BY(above_50, 1125899906842625)
BY(almost_63, 9223372036854775783)

BOTH(by_most, OF(any(ITEM), ~0ul - 1), divided(any(ITEM), ~0ul - 1))
BOTH(by_high, OF(any(ITEM), (1ul << 63) + 3), divided(any(ITEM), (1ul << 63) + 3))

// All work-items share these.
#define SHARED divisor(nd[9] * 77 + nd[0])
BOTH(by_shared, OF(any(ITEM), SHARED), divided(any(ITEM), SHARED))
BOTH(short_by_shared, OF(any(ITEM) >> 14, SHARED), divided(any(ITEM) >> 14, SHARED))
BOTH(signed_by_shared, OF((long)any(ITEM), (long)SHARED), divided_signed(any(ITEM), SHARED))
BOTH(half_by_shared, OF((long)any(ITEM) >> 15, (long)SHARED), divided_signed((long)any(ITEM) >> 15, SHARED))
BOTH(by_zero_of_none, any(ITEM) + (nd[9] == 0 ? any(ITEM) % nd[9] : 0), any(ITEM))

// Each has one of its own.
BOTH(by_own, OF(any(ITEM), divisor(ITEM + 9)), divided(any(ITEM), divisor(ITEM + 9)))
BOTH(short_by_own, OF(any(ITEM) >> 14, divisor(ITEM + 9)), divided(any(ITEM) >> 14, divisor(ITEM + 9)))
BOTH(signed_by_own, OF((long)any(ITEM), (long)divisor(ITEM + 9)), divided_signed(any(ITEM), divisor(ITEM + 9)))
BOTH(near, OF(any(ITEM), divisor(ITEM) | 1), divided(any(ITEM), divisor(ITEM) | 1))

// Many, in loops: the divisors are shared by all, and differ from iteration to iteration.
kernel void test_many(global ulong* out) {
  ulong sum = 0;
  for (uint i = 0; i < 50; ++i) sum = sum * 3 + OF(any(ITEM * 50 + i), divisor(i));
  out[ITEM] = sum;
}
kernel void expect_many(global ulong* out) {
  ulong sum = 0;
  for (uint i = 0; i < 50; ++i) sum = sum * 3 + divided(any(ITEM * 50 + i), divisor(i));
  out[ITEM] = sum;
}

// A chain: what is left is divided again, by some work-items only.
kernel void test_digits(global ulong* out) {
  ulong left = any(ITEM), sum = 0;
  for (uint i = 0; left != 0; ++i) {
    sum = sum * 7 + left % 10;
    left /= 10;
  }
  out[ITEM] = sum;
}
kernel void expect_digits(global ulong* out) {
  ulong left = any(ITEM), sum = 0;
  while (left != 0) {
    ulong quotient = 0, rest = 0;
    for (int bit = 63; bit >= 0; --bit) {
      rest = rest << 1 | (left >> bit & 1);
      if (rest >= 10) {
        rest -= 10;
        quotient |= 1ul << bit;
      }
    }
    sum = sum * 7 + rest;
    left = quotient;
  }
  out[ITEM] = sum;
}
