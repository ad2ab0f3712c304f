// SPDX-License-Identifier: Apache-2.0
// Long division in digits of HD_DIGIT bits. With d = y * 2^k, q = trunc(r / d) is at most one too
// large and r - q * d is a number of this type, so that a fused multiply-add finds it exactly.
// The loop runs once unless the exponents of x and y are more than HD_DIGIT apart.
#define HD_DIGIT (HD_FP64 ? 48 : 20)
#define HD_DIGIT_RECIP (HD_FP64 ? 21846 : 52429)

// Returns the exponent with a common bias, one less than the smallest normal number's for each
// leading zero.
HD_INLINE TI hd_full_exponent(T a) {
  TI sub = a < HD_AS(TS, (TSI)1 << HD_MANT);
  TI e = HD_AS(TI, HD_AS(TU, sub ? a * (TS)0x1p54 : a) >> HD_MANT);
  return e - (sub ? (TI)54 : (TI)0);
}

// Returns |x| mod |y| and the quotient's last digit, for finite x and y != 0. The result is too
// large by the factor *scale, so that no rest of a small y is flushed to zero
// (-cl-denorms-are-zero): rests are exact.
HD_INLINE T hd_long_divide(T ax, T ay, T* last_digit, T* scale) {
  TI gap = hd_full_exponent(ax) - hd_full_exponent(ay);
  gap = gap < 0 ? (TI)0 : gap;
  // 2^k may reach beyond the square of the largest number: three factors.
  TI digits = (gap * HD_DIGIT_RECIP) >> 20;  // gap / HD_DIGIT for every gap that there is
  TI k = digits * HD_DIGIT;
  TI k1 = (k * 21846) >> 16;
  T d = ay * hd_pow2i(k1) * hd_pow2i(k1) * hd_pow2i(k - k1 - k1);
  T r = ax, q = 0;
  const TS down = HD_FP64 ? (TS)0x1p-48 : (TS)0x1p-20;
  TI live = digits >= 0;
  *scale = 1;
  do {
    if (__hd_flushes()) {
      const TS small = HD_FP64 ? (TS)0x1p-900 : (TS)0x1p-80,
               up = HD_FP64 ? (TS)0x1p100 : (TS)0x1p46;
      TI begins = d < small && *scale == 1;
      *scale = begins ? (T)up : *scale;
      d = begins ? d * up : d;
      r = begins ? r * up : r;
    }
    T digit = HD_TRUNC(r / d);
    T rest = HD_FMA(-digit, d, r);
    TI over = rest < 0;
    digit = over ? digit - (TS)1 : digit;
    rest = over ? rest + d : rest;
    q = live ? digit : q;
    r = live ? rest : r;
    digits = digits - 1;
    live = digits >= 0;
    d = live ? d * down : d;
  } while (HD_ANY(live));
  *last_digit = q;
  return r;
}

// Tells whether the remainder is a NaN.
#define HD_UNDEFINED(ax, ay) (!((ax) < HD_INF) || !((ay) > 0))

HD_INLINE T hd_fmod_rare(T ax, T ay) {
  T q, scale;
  TI undefined = HD_UNDEFINED(ax, ay), plain = ax < ay;
  TI skip = undefined || plain;
  T r = hd_long_divide(skip ? (T)0 : ax, skip ? (T)1 : ay, &q, &scale);
  r = plain ? ax : __hd_flushes() ? r / scale : r;
  return undefined ? HD_NAN : r;
}

// The quotient of one division, when it is small, is at most one too large, and the remainder
// exact. So it is with a quotient that is a little too large, which takes less than a division
// where there are estimates.
#define HD_SMALL_QUOTIENT ((TS)(HD_FP64 ? 0x1p49 : 0x1p20))
HD_INLINE T hd_quotient_above(T a, T b) {
  if (!__hd_has_estimates()) return a / b;
  T y = __hd_recip_estimate(b);
#if HD_FP64
  y = HD_FMA(y, HD_FMA(-b, y, 1.0), y);
#endif
  T q = a * y;
  return HD_FMA(q, HD_FMA(-b, y, HD_FP64 ? 0x1.0000000000004p0 : 0x1.000008p0f), q);
}

HD_API T fmod(T x, T y) {
  T ax = HD_ABS(x), ay = HD_ABS(y);
  T q = HD_TRUNC(hd_quotient_above(ax, ay));
  T r = HD_FMA(-q, ay, ax);
  T next = r + ay;
#if HD_FP64
  r = HD_AS(TI, r) < 0 ? next : r;
#else
  TU bits = HD_AS(TU, r), others = HD_AS(TU, next);
  r = HD_AS(T, bits < others ? bits : others);  // one instruction: a negative number is large
#endif
  // Not so for infinities, zeros and NaNs either.
  TI rare = !(HD_MAD(r, (TS)0, q) < HD_SMALL_QUOTIENT);
  // Neither a rest below y nor the reciprocal of y may become zero.
  const TS least = HD_FP64 ? (TS)0x1p-960 : (TS)0x1p-100,
           most = HD_FP64 ? (TS)0x1p1021 : (TS)0x1p125f;
  if (__hd_flushes()) rare = rare || ay < least || ay > most;
  HD_IF_ANY(rare) r = rare ? hd_fmod_rare(ax, ay) : r;
  return hd_with_sign(r, x);
}

// Computes the remainder by the nearest multiple; halves go to the even one. The last seven bits of
// the quotient are those of the last digit: digits before it are multiples of 2^20.
HD_INLINE T hd_remquo(T x, T y, __private I* quo) {
  T ax = HD_ABS(x), ay = HD_ABS(y), q, scale;
  TI undefined = HD_UNDEFINED(ax, ay), plain = ay == HD_INF;
  TI skip = undefined || plain;
  T a = skip ? (T)0 : ax, b = skip ? (T)1 : ay;
  T r = hd_long_divide(a, b, &q, &scale);
  T rest = b * scale - r;
  q = q - (TS)128 * HD_FLOOR(q * (TS)0x1p-7);
  TI odd = q != (TS)2 * HD_FLOOR(q * (TS)0.5);
  TI up = rest < r || (rest == r && odd);
  r = up ? -rest : r;
  q = up ? q + (TS)1 : q;
  if (__hd_flushes()) r = r / scale;
  I n = HD_CVT(I, q) & 0x7f;
  TI negative = (HD_AS(TI, x) ^ HD_AS(TI, y)) < 0;
  *quo = HD_CVT(I, negative) != 0 ? -n : n;
  r = HD_AS(T, HD_AS(TI, r) ^ (HD_AS(TI, x) & HD_SIGN_BIT));
  r = plain ? x : r;
  return undefined ? HD_NAN : r;
}
HD_OUT(remquo, T, (T x, T y), (x, y), I)

// The rounded quotient may be one off if it is next to a half. The rest is then more than half of
// y, and its distance from y is the result, with the other sign.
HD_API T remainder(T x, T y) {
  T ax = HD_ABS(x), ay = HD_ABS(y);
  T q = HD_RINT(ax / ay);
  T left = HD_FMA(-q, ay, ax);
  T ar = HD_ABS(left), other = ay - ar;
  TI sign = (HD_AS(TI, left) ^ HD_AS(TI, x)) & HD_SIGN_BIT;
  sign = other < ar ? sign ^ HD_SIGN_BIT : sign;
  T r = hd_flip(other < ar ? other : ar, sign);
  TI rare = !(HD_MAD(left, (TS)0, q) < HD_SMALL_QUOTIENT);
  HD_IF_ANY(rare) {
    I quo;
    T slow = hd_remquo(x, y, &quo);
    r = rare ? slow : r;
  }
  return r;
}
