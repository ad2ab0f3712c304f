// SPDX-License-Identifier: Apache-2.0
// Small helpers that nearly every body uses, for the element type T.
#define HD_INF ((T)HD_AS(TS, (TSI)HD_INF_BITS))
#define HD_NAN ((T)HD_AS(TS, (TSI)HD_NAN_BITS))
#define HD_SIGN_BIT ((TSI)((TSI)1 << (HD_MANT == 23 ? 31 : 63)))

HD_INLINE T hd_mad(T a, T b, T c) {
#pragma OPENCL FP_CONTRACT ON
  return a * b + c;
}

// Returns the exact sum of two numbers as value and error; |a| >= |b| is not needed.
HD_INLINE T hd_two_sum(T a, T b, __private T* err) {
  T s = a + b;
  T bb = s - a;
  *err = (a - (s - bb)) + (b - bb);
  return s;
}

HD_INLINE T hd_flip(T x, TI sign) {
  return HD_AS(T, HD_AS(TI, x) ^ sign);
}

// Returns zero for a subnormal x if subnormal numbers are zeros. An operation that moves x, or
// looks at its bits, needs this; in a comparison they are zeros anyway, and stay what they are
// (§7.5.3).
HD_INLINE T hd_flushed(T x) {
  if (!__hd_flushes()) return x;
  return HD_ABS(x) < HD_AS(TS, (TSI)1 << HD_MANT) ? HD_COPYSIGN(0, x) : x;
}

// Returns r >= 0 with the sign of x. One operation less than copysign without ternary logic.
HD_INLINE T hd_with_sign(T r, T x) {
  return __hd_has_estimates() ? HD_COPYSIGN(r, x) : hd_flip(r, HD_AS(TI, x) & HD_SIGN_BIT);
}

// Clamps x; NaNs stay.
HD_INLINE T hd_clamp(T x, TS lo, TS hi) {
  x = x < lo ? (T)lo : x;
  return x > hi ? (T)hi : x;
}

// Returns x * scale rounded to a whole number, and that as an integer.
HD_INLINE T hd_round_bits(T x, TS scale, __private TI* n) {
  const TS middle = HD_FP64 ? (TS)0x1.8p52 : (TS)0x1.8p23;
  T t = HD_MAD(x, scale, middle);
  *n = HD_AS(TI, t) - HD_AS(TSI, middle);
  return t - middle;
}

// Returns 2^n for a normal result.
HD_INLINE T hd_pow2i(TI n) {
  return HD_AS(T, (n + HD_BIAS) << HD_MANT);
}

// Returns p * 2^n with one rounding for 1/4 <= |p| <= 4 and any result, subnormal or overflowing.
// The shift is unsigned: an arithmetic one of 64 bits is slow on some machines.
HD_INLINE T hd_scale(T p, TI n) {
  TI n1 = HD_AS(TI, HD_AS(TU, n + 4096) >> 1) - 2048;
  return p * hd_pow2i(n1) * hd_pow2i(n - n1);
}

// Estimates to 14 bits for numbers that are neither zero, subnormal, infinite nor close to the ends
// of the range. Divisions, and roots beside much other arithmetic, are better left to the machine,
// which does them while it multiplies; so are roots if there are only the older estimates of 12
// bits.
HD_API __attribute__((const)) T __hd_recip_estimate(T x);
HD_API __attribute__((const)) T __hd_rsqrt_estimate(T x);
// (x y^2)^(-1/2) - 1 for an estimate y of 1 / sqrt(x), by its series in 1 - x y^2; root is x y.
HD_INLINE T hd_rsqrt_correction(T root, T y) {
  T e = HD_FMA(-root, y, (T)1);
  return e * (HD_FP64 ? HD_P3(e, 0.5, 0.375, 0.3125) : (T)0.5);
}
HD_INLINE T hd_rsqrt_near(T x) {
  T y = __hd_rsqrt_estimate(x);
  return HD_FMA(y, hd_rsqrt_correction(x * y, y), y);
}
HD_INLINE T hd_sqrt_by(T x, T y) {
  T root = x * y;
  return HD_FMA(root, hd_rsqrt_correction(root, y), root);
}
HD_INLINE T hd_sqrt_near(T x) {
  return __hd_has_estimates() ? hd_sqrt_by(x, __hd_rsqrt_estimate(x)) : HD_SQRT(x);
}

// Returns the root of an x that may be zero, and NaN for a negative one. The machine's is as fast
// for floats.
HD_INLINE T hd_sqrt_or_zero(T x) {
  if (!HD_FP64 || !__hd_has_estimates()) return HD_SQRT(x);
  T y = __hd_rsqrt_estimate(x);
  return hd_sqrt_by(x, y > (TS)0x1p100f ? (T)(TS)0x1p100f : y);
}

// Guards the path of rare arguments, which costs only if a lane needs it:
//   HD_IF_ANY(rare) { r = rare ? ... : r; }
#define HD_IF_ANY(c) if (__builtin_expect(HD_ANY(c), 0))

// Tells whether x is not finite, or below the number with these bits.
#define HD_UNUSUAL_FROM(x, least) \
  (HD_AS(TU, HD_AS(TI, x) - (TSI)(least)) >= (TU)(HD_INF_BITS - (TSI)(least)))
// Tells whether x is not positive, normal and finite.
#define HD_UNUSUAL(x) HD_UNUSUAL_FROM(x, (TSI)1 << HD_MANT)

// Returns p * 2^floor(k) with one rounding, for any k; only if there are estimates, too.
HD_API __attribute__((const)) T __hd_scale(T p, T k);

// Return floor(log2(|x|)), which is infinite for 0 and infinity, and x divided by two to that
// power, which lies in [1, 2). The quotient is 1 or -1 for 0 and infinity, and a NaN for negative
// numbers. Call them, too, only if there are estimates.
HD_API __attribute__((const)) T __hd_exponent(T x);
HD_API __attribute__((const)) T __hd_significand(T x);

// Looks up an element by the low bits of `places` in a table of 16, or of 8. The former is fast
// only if there are estimates, too: one instruction (lower_tables).
HD_INLINE T hd_lookup_at(const __constant TS* table, TI i) {
#if HD_W == 1
  return table[i];
#else
  T r = (T)table[i.s0];
  r.s1 = table[i.s1];
#if HD_W > 2
  r.s2 = table[i.s2];
#endif
#if HD_W > 3
  r.s3 = table[i.s3];
#endif
#if HD_W > 4
  r.s4 = table[i.s4], r.s5 = table[i.s5], r.s6 = table[i.s6], r.s7 = table[i.s7];
#endif
#if HD_W > 8
  r.s8 = table[i.s8], r.s9 = table[i.s9], r.sa = table[i.sa], r.sb = table[i.sb];
  r.sc = table[i.sc], r.sd = table[i.sd], r.se = table[i.se], r.sf = table[i.sf];
#endif
  return r;
#endif
}
HD_INLINE T hd_lookup(const __constant TS* table, TI places) {
  return hd_lookup_at(table, places & (TSI)15);
}
HD_INLINE T hd_lookup_of_8(const __constant TS* table, TI places) {
  return hd_lookup_at(table, places & (TSI)7);
}

// Returns the k of x * scale = k + a rest of at most one half, k whole. A sum with 1.5 * 2^HD_MANT
// has k in its low bits, so that nothing is converted, least of all NaNs; those bits and *factor
// are for hd_scale_by.
HD_INLINE T hd_round_scaled(T x, TS scale, __private TI* bits, __private T* factor) {
  const TS middle = HD_FP64 ? (TS)0x1.8p52 : (TS)0x1.8p23, room = HD_FP64 ? (TS)512 : (TS)64;
  if (__hd_has_estimates()) return *bits = 0, *factor = HD_MAD(x, scale, middle) - middle;
  const TS up = HD_FP64 ? (TS)0x1p512 : (TS)0x1p64;
  T start = x < 0 ? (T)(middle + room) : (T)(middle - room);
  *factor = x < 0 ? (T)((TS)1 / up) : (T)up;
  T sum = HD_MAD(x, scale, start);
  *bits = HD_AS(TI, sum);
  return sum - start;
}

// Returns p * 2^k with one rounding, the last, for 1/2 <= p <= 2 and any result, subnormal or
// overflowing.
HD_INLINE T hd_scale_by(T p, TI bits, T factor) {
  if (__hd_has_estimates()) return __hd_scale(p, factor);
  return HD_AS(T, HD_AS(TI, p) + (bits << HD_MANT)) * factor;
}

// Returns p * 2^k, p between 1/2 and 2, as a normal number; k is in the low bits of sum.
HD_INLINE T hd_scale_near(T p, T sum) {
  return HD_AS(T, HD_AS(TI, p) + (HD_AS(TI, sum) << HD_MANT));
}

// Returns NaN if x is one: a clamped x is a number, except with estimates.
HD_INLINE T hd_keep_nan(T x, T r) {
  return __hd_has_estimates() || x == x ? r : x;
}

// POLY(REST(x, k)) * 2^k with k = round(x * SCALE), for exponential functions: NAME_far for any x,
// NAME_usual with a path of its own for results that are normal numbers.
#define HD_POWER_OF_TWO(NAME, SCALE, REST, POLY, USUAL, LOWEST, HIGHEST) \
  HD_INLINE T NAME##_far(T x) {                                          \
    TI bits;                                                             \
    T factor;                                                            \
    T xc = hd_clamp(x, LOWEST, HIGHEST);                                 \
    T k = hd_round_scaled(xc, SCALE, &bits, &factor);                    \
    return hd_keep_nan(x, hd_scale_by(POLY(REST(xc, k)), bits, factor)); \
  }                                                                      \
  HD_INLINE T NAME##_usual(T x) {                                        \
    const TS middle = HD_FP64 ? (TS)0x1.8p52 : (TS)0x1.8p23;             \
    T sum = HD_MAD(x, SCALE, middle);                                    \
    T r = hd_scale_near(POLY(REST(x, sum - middle)), sum);               \
    TI rare = !(HD_ABS(x) < USUAL);                                      \
    HD_IF_ANY(rare) r = rare ? NAME##_far(x) : r;                        \
    return r;                                                            \
  }

// Splits log(x) = *sum + log(1 + return value), the latter between -1/32 and 1/16, with tables as
// hd_log_part_f and hd_log_of_f, and by the logarithm of 2. Zero, infinities and negative numbers
// are right, too.
HD_INLINE T hd_log_split(T x, const __constant TS* part, const __constant TS* of, TS of_2,
                         __private T* sum) {
  T m = __hd_significand(x);
  TI place = HD_AS(TI, m) >> (HD_MANT - 4);
  *sum = HD_MAD(__hd_exponent(x), of_2, hd_lookup(of, place));
  return HD_FMA(m, hd_lookup(part, place), (TS)-1);
}

// Converts a small integer to floating point without a 64-bit conversion instruction.
HD_INLINE T hd_small_to_fp(TI n) {
#if HD_FP64
  return HD_AS(T, n + 0x4338000000000000) - (T)0x1.8p52;
#else
  return HD_CVT(T, n);
#endif
}

// Splits x = m * 2^e with m in [sqrt(1/2), sqrt(2)). Returns m - 1. x is positive, normal and
// finite, or the result is garbage.
HD_INLINE T hd_split(T x, __private T* e) {
#if HD_FP64
  const TSI sqrt_half = 0x3fe6a09e667f3bcd;
  TI above = HD_AS(TI, x) + (0x4000000000000000 - sqrt_half);
  *e = HD_AS(T, HD_AS(TI, HD_AS(TU, above) >> 52) | 0x4330000000000000) - (T)0x1.00000000004p52;
  return HD_AS(T, (above & 0xfffffffffffff) + sqrt_half) - (TS)1;
#else
  const TSI sqrt_half = 0x3f3504f3;
  TI n = (HD_AS(TI, x) - sqrt_half) >> 23;
  *e = HD_CVT(T, n);
  return HD_AS(T, HD_AS(TI, x) - (n << 23)) - (TS)1;
#endif
}

// The factor that makes subnormal numbers normal.
#define HD_MAKE_NORMAL (HD_FP64 ? (TS)0x1p54 : (TS)0x1p24f)
#define HD_MADE_NORMAL (HD_FP64 ? (TS)54 : (TS)24)
