// SPDX-License-Identifier: Apache-2.0
// Numbers of half, and what rounding to half is in integers.
#include "common.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Any half: subnormal numbers, infinities and NaNs come often.
half any_half(uint number) {
  uint bits = hash(number);
  if (number % 7 == 3) bits &= 0x83ff;
  if (number % 11 == 4) bits |= 0x7c00;
  return as_half((ushort)bits);
}
// One in [-64, 64), so that sums and products are finite and hardly ever exact.
half near_half(uint number) {
  uint bits = hash(number);
  return as_half((ushort)((bits & 0x83ff) | (8 + bits / 65536 % 13) << 10));
}

// Any two NaNs are equal.
ushort bits_of(half x) {
  ushort bits = as_ushort(x);
  return (bits & 0x7fff) > 0x7c00 ? 0x7e00 : bits;
}

// The bits of x as half. The mode: 'e' nearest even, 'z' to zero, 'p' up, 'n' down.
ushort rounded_to(double x, char mode) {
  ulong bits = as_ulong(x), magnitude = bits & 0x7fffffffffffffffUL;
  ushort sign = (ushort)(bits >> 48) & 0x8000;
  if (magnitude > 0x7ff0000000000000UL) return 0x7e00;
  if (magnitude == 0x7ff0000000000000UL) return sign | 0x7c00;
  bool away = mode == (sign ? 'n' : 'p');
  int exponent = (int)(magnitude >> 52) - 1023;
  if (exponent > 15) return sign | (mode == 'e' || away ? 0x7c00 : 0x7bff);
  if (exponent < -25) return sign | (away && magnitude ? 1 : 0);
  // The last place of the half is that of 2^-24, or ten bits below the first one.
  int lost = exponent < -14 ? 28 - exponent : 42;
  ulong significand = (magnitude & 0xfffffffffffffUL) | 0x10000000000000UL;
  ulong kept = significand >> lost, rest = significand & ((1UL << lost) - 1),
        middle = 1UL << (lost - 1);
  if (mode == 'e' ? rest > middle || (rest == middle && (kept & 1)) : away && rest) ++kept;
  uint half_bits = exponent < -14 ? (uint)kept : (uint)kept + ((uint)(exponent + 14) << 10);
  if (half_bits > 0x7bff) half_bits = mode == 'e' || away ? 0x7c00 : 0x7bff;
  return sign | (ushort)half_bits;
}
ushort rounded(double x) {
  return rounded_to(x, 'e');
}

// What a half is, computed from its bits.
double value_of_bits(ushort bits) {
  uint exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
  double x = exponent == 31
                 ? (fraction ? as_double(0x7ff8000000000000UL) : as_double(0x7ff0000000000000UL))
             : exponent ? as_double(((ulong)exponent + 1008) << 52 | (ulong)fraction << 42)
                        : (double)fraction * 0x1p-24;
  return bits & 0x8000 ? -x : x;
}
double exact(half x) {
  return value_of_bits(as_ushort(x));
}
