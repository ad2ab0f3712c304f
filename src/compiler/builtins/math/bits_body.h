// SPDX-License-Identifier: Apache-2.0
HD_API T nan(TU code) {
  return HD_AS(T, code | (TU)HD_NAN_BITS);
}

// Returns the exponent of a finite non-zero number; *m is its significand in [1, 2) with the sign
// of x.
HD_INLINE TI hd_exponent(T x, __private T* m) {
  TI sub = HD_ABS(x) < HD_AS(TS, (TSI)1 << HD_MANT);
  TI bits = HD_AS(TI, sub ? x * (TS)0x1p54 : x);
  TI e = HD_AS(TI, HD_AS(TU, bits & (TSI)HD_INF_BITS) >> HD_MANT);
  *m = HD_AS(T, (bits & ~(TSI)HD_INF_BITS) | ((TSI)HD_BIAS << HD_MANT));
  return e - (sub ? (TI)(54 + HD_BIAS) : (TI)HD_BIAS);
}

// Returns the exponent as it is stored.
HD_INLINE TI hd_stored_exponent(T x) {
  return HD_AS(TI, HD_AS(TU, x) >> HD_MANT) & (TSI)(2 * HD_BIAS + 1);
}
#define HD_NOT_NORMAL(e) (HD_AS(TU, (e) - (TSI)1) >= (TU)(2 * HD_BIAS))
// Tells whether a number is not normal: one more than the exponent of zero, subnormal and infinite
// ones has at most the last bit. No comparison of order, for which some machines have one unit.
HD_INLINE TI hd_is_not_normal(T x) {
  const TSI last = (TSI)1 << HD_MANT;
  return ((HD_AS(TI, x) + last) & ((TSI)HD_INF_BITS - last)) == 0;
}

HD_INLINE TI hd_ilogb_rare(T x) {
  T m;
  TI e = hd_exponent(x, &m);
  e = HD_ABS(x) < HD_INF ? e : (TI)INT_MAX;  // §7.5.1: infinity; FP_ILOGBNAN is the same number
  e = x != x ? (TI)FP_ILOGBNAN : e;
  return x == 0 ? (TI)FP_ILOGB0 : e;
}
HD_API I ilogb(T x) {
#if HD_FP64  // Infinities become the ends of int, which are doubles, and a NaN the upper one.
  if (__hd_has_estimates()) {
    T power = __hd_exponent(x);
    power = power < (TS)INT_MAX ? power : (T)INT_MAX;
    return HD_CVT(I, power > (TS)INT_MIN ? power : (T)INT_MIN);
  }
#endif
  TI e = hd_stored_exponent(x);
  TI rare = hd_is_not_normal(x);
  e = e - (TSI)HD_BIAS;
  HD_IF_ANY(rare) e = rare ? hd_ilogb_rare(x) : e;
  return HD_CVT(I, e);
}

HD_INLINE T hd_logb_rare(T x) {
  T m;
  T e = hd_small_to_fp(hd_exponent(x, &m));
  e = HD_ABS(x) < HD_INF ? e : x * x;
  return x == 0 ? -HD_INF : e;
}
HD_API T logb(T x) {
  if (__hd_has_estimates()) return __hd_exponent(x);
  TI e = hd_stored_exponent(x);
#if HD_FP64
  T r = HD_AS(T, e | 0x4330000000000000) - (T)(0x1p52 + HD_BIAS);
#else
  T r = HD_AS(T, e | 0x4b000000) - (T)(0x1p23f + HD_BIAS);
#endif
  // r * (r - 1) is largest for numbers that are not normal: for the lowest r and the highest.
  TI rare = HD_MAD(r, r, -r) > (TS)(HD_BIAS * HD_BIAS);
  HD_IF_ANY(rare) r = rare ? hd_logb_rare(x) : r;
  return r;
}

HD_INLINE T hd_ldexp_rare(T x, I k) {
  T m;
  TI e = hd_exponent(x, &m);
  // Beyond this range every product is zero or infinite whatever x is.
  I kc = k < -4000 ? (I)-4000 : k;
  kc = kc > 4000 ? (I)4000 : kc;
  e += HD_CVT(TI, kc);
  const TSI lim = HD_FP64 ? 1100 : 160;
  e = e > lim ? (TI)lim : e;
  e = e < -lim ? (TI)-lim : e;
  T r = hd_scale(m, e);
  return (x == 0) || !(HD_ABS(x) < HD_INF) ? x : r;
}
HD_INLINE T hd_ldexp(T x, I k) {
  if (__hd_has_estimates()) return __hd_scale(x, HD_CVT(T, k));
  x = hd_flushed(x);
  TI e = hd_stored_exponent(x), step = HD_CVT(TI, k);
  TI rare = HD_NOT_NORMAL(e) || HD_NOT_NORMAL(e + step);
  T r = HD_AS(T, HD_AS(TI, x) + (step << HD_MANT));
  HD_IF_ANY(rare) r = rare ? hd_ldexp_rare(x, k) : r;
  return r;
}
HD_API T ldexp(T x, I k) {
  return hd_ldexp(x, k);
}
#if HD_W > 1
HD_API T ldexp(T x, int k) {
  return hd_ldexp(x, (I)k);
}
#endif

HD_INLINE T hd_frexp(T x, __private I* out) {
  T m;
  x = hd_flushed(x);
  TI e = hd_exponent(x, &m) + 1;
  TI plain = (x + x == x) | (x != x);  // by an operation: subnormal numbers may be zeros
  *out = HD_CVT(I, plain ? (TI)0 : e);
  return plain ? x : m * (TS)0.5;
}
HD_OUT(frexp, T, (T x), (x), I)

// x - floor(x), which is +0 for whole numbers. But §7.5.1: fract(-0) is -0 and fract(+-inf) is +-0,
// and those are their own doubles.
HD_INLINE T hd_fract(T x, __private T* out) {
  const TS below_one = HD_FP64 ? (TS)0x1.fffffffffffffp-1 : (TS)0x1.fffffep-1f;
  T fl = HD_FLOOR(x);
  T d = x - fl;
  d = d > below_one ? (T)below_one : d;
  *out = fl;
  return x + x == x ? HD_COPYSIGN(0, x) : d;
}
HD_OUT(fract, T, (T x), (x), T)

HD_INLINE T hd_modf(T x, __private T* out) {
  T t = HD_TRUNC(x);
  *out = t;
  return HD_COPYSIGN(t == x ? (T)0 : x - t, x);
}
HD_OUT(modf, T, (T x), (x), T)

// Returns the next number, which has the bits of the next integer, up or down, away from zero or
// towards it.
HD_INLINE T hd_nextafter_rare(T x, T y, T r) {
  r = x == 0 ? HD_AS(T, (HD_AS(TI, y) & HD_SIGN_BIT) | (TSI)1) : r;
  r = x == y ? y : r;
  return x != x || y != y ? x + y : r;
}
HD_API T nextafter(T x, T y) {
  x = hd_flushed(x), y = hd_flushed(y);
  TI outward = (HD_AS(TI, x) < 0) ^ (x < y);
  T r = HD_AS(T, outward ? HD_AS(TI, x) + (TSI)1 : HD_AS(TI, x) - (TSI)1);
  TI rare = x == 0 || !(x < y || x > y);
  HD_IF_ANY(rare) r = rare ? hd_nextafter_rare(x, y, r) : r;
  return r;
}
#undef HD_NOT_NORMAL
