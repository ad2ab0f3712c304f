// SPDX-License-Identifier: Apache-2.0
// Numbers divided by signed ones of 64 bits that all work-items share: axes of an array. Those below 2^31 need 32 bits.
// sizes: 1..20 64 100
// arg a: i64 7
// arg b: i64 -3
// arg c: i64 -1
// arg d: i64 1
// arg e: i64 9223372036854775807
// arg f: i64 -9223372036854775808
// arg g: i64 4294967299
// arg h: i64 -4294967295
// arg i: i64 2147483647
// arg j: i64 -2147483648
// arg zero: i64 0
#include "common.h"

#define DIVISORS long a, long b, long c, long d, long e, long f, long g, long h, long i, long j
#define ADD(x, by) sum = sum * 31 + (ulong)((x) / by) + (ulong)((x) % by) * 7;
#define SUM(x) \
  ulong sum = 0; \
  ADD(x, a) ADD(x, b) ADD(x, c) ADD(x, d) ADD(x, e) ADD(x, f) ADD(x, g) ADD(x, h) ADD(x, i) ADD(x, j) \
  out[ITEM] = sum;

// Below 2^30 of either sign, below 2^31, and larger ones.
long signed_number() { return (int)hash(ITEM) >> 1; }
long positive_number() { return (long)(hash(ITEM) >> 1); }

kernel void KERNEL(of_ids)(global ulong* out, DIVISORS) {
  const long x = ITEM;
  SUM(x)
}
kernel void KERNEL(of_signed)(global ulong* out, DIVISORS) {
  const long x = signed_number();
  SUM(x)
}
kernel void KERNEL(of_positive)(global ulong* out, DIVISORS) {
  const long x = positive_number();
  SUM(x)
}
kernel void KERNEL(of_most)(global ulong* out, DIVISORS) {
  const long x = 0x7fffffff - (long)(ITEM & 3);
  SUM(x)
}
kernel void KERNEL(of_words)(global ulong* out, DIVISORS) {
  const long x = (int)(hash(ITEM) | 0x80000000u) | (ITEM & 1 ? 0 : (int)0x80000000u);
  SUM(x)
}
kernel void KERNEL(of_longs)(global ulong* out, DIVISORS) {
  const long x = signed_number() * 77777;
  SUM(x)
}

// What is left for the next axis.
kernel void KERNEL(axes)(global ulong* out, global const ulong* nd, DIVISORS) {
  long left = positive_number();
  ulong sum = 0;
  for (long k = 9 * nd[9]; k >= 0; k -= 2) {
    const long size = (k & 2 ? 1 : -1) * (long)(nd[k] + 2);
    sum = sum * 31 + left % size;
    left /= size;
  }
  out[ITEM] = sum * 3 + left;
}
kernel void KERNEL(three_axes)(global ulong* out, DIVISORS) {
  const long x = ITEM * 1000003u & 0x7fffffff;
  out[ITEM] = x / (a * b) * 10007 + x / a % b * 101 + x % a;
}

// Some work-items only, and a divisor of 0 that none of them has.
kernel void KERNEL(some)(global ulong* out, global const ulong* nd, long zero, DIVISORS) {
  const long x = signed_number();
  ulong sum = 1;
  if (x & 4) sum += x / b;
  if (zero != 0) sum += x % zero;
  if (x > 1000) sum ^= x % i * 5;
  out[ITEM] = sum;
}
