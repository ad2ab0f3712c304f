// SPDX-License-Identifier: Apache-2.0
// Small helpers that nearly every body uses, for the element type T at hand.
#define HD_INF ((T)HD_AS(TS, (TSI)HD_INF_BITS))
#define HD_NAN ((T)HD_AS(TS, (TSI)HD_NAN_BITS))
#define HD_SIGN_BIT ((TSI)((TSI)1 << (HD_MANT == 23 ? 31 : 63)))

HD_INLINE T hd_mad(T a, T b, T c) {
#pragma OPENCL FP_CONTRACT ON
  return a * b + c;
}

// Exact sum of two numbers as value and error; |a| >= |b| is not needed.
HD_INLINE T hd_two_sum(T a, T b, __private T* err) {
  T s = a + b;
  T bb = s - a;
  *err = (a - (s - bb)) + (b - bb);
  return s;
}

// 2^n for a normal result.
HD_INLINE T hd_pow2i(TI n) {
  return HD_AS(T, (n + HD_BIAS) << HD_MANT);
}

// p * 2^n with one rounding for 1/4 <= |p| <= 4 and any result, subnormal or overflowing.
// The shift is unsigned: an arithmetic one of 64 bits is slow before AVX-512.
HD_INLINE T hd_scale(T p, TI n) {
  TI n1 = HD_AS(TI, HD_AS(TU, n + 4096) >> 1) - 2048;
  return p * hd_pow2i(n1) * hd_pow2i(n - n1);
}

// Small integer to floating point without a 64-bit conversion instruction.
HD_INLINE T hd_small_to_fp(TI n) {
#if HD_FP64
  return HD_AS(T, n + 0x4338000000000000) - (T)0x1.8p52;
#else
  return HD_CVT(T, n);
#endif
}

// x = m * 2^e with m in [sqrt(1/2), sqrt(2)); x is positive and finite, or the result is garbage.
HD_INLINE T hd_split(T x, __private T* e) {
#if HD_FP64
  const TSI sqrt_half = 0x3fe6a09e667f3bcd;
#else
  const TSI sqrt_half = 0x3f3504f3;
#endif
  TI sub = x < HD_AS(TS, (TSI)1 << HD_MANT);
  TI bits = HD_AS(TI, sub ? x * (TS)0x1p54 : x) - sqrt_half;
  TI mant = bits & (((TSI)1 << HD_MANT) - 1);
#if HD_FP64
  TI n = HD_AS(TI, HD_AS(TU, bits + 0x4000000000000000) >> 52) - 0x400;
#else
  TI n = bits >> 23;
#endif
  *e = hd_small_to_fp(n - (sub ? (TI)54 : (TI)0));
  return HD_AS(T, mant + sqrt_half);
}
