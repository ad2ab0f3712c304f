// SPDX-License-Identifier: Apache-2.0
HD_API T fabs(T x) {
  return HD_ABS(x);
}
HD_API T floor(T x) {
  return HD_FLOOR(x);
}
HD_API T ceil(T x) {
  return __builtin_elementwise_ceil(x);
}
HD_API T trunc(T x) {
  return HD_TRUNC(x);
}
HD_API T rint(T x) {
  return HD_RINT(x);
}
HD_API T sqrt(T x) {
  return HD_SQRT(x);
}
// Computes 1 / sqrt(x) from estimates of 12 bits. For floats the correction uses the root, which
// the machine computes beside other arithmetic: with products only it would take two steps.
#if HD_FP64
// Takes an estimate of floats, of x without the even part of its exponent.
HD_INLINE D hd_rsqrt_by_float(D x, __private L* rare) {
  L bits = HD_AS(L, x);
  D near_one = HD_AS(D, (bits & 0x1fffffffffffff) | 0x3fe0000000000000);
  D y = HD_CVT(D, __hd_rsqrt_estimate(HD_CVT(F, near_one)));
  L half_exponent = HD_AS(L, HD_AS(UL, bits) >> 1) & 0x7ff0000000000000;
  y = HD_AS(D, HD_AS(L, y) + 0x1ff0000000000000 - half_exponent);
  D e = HD_FMA(-(x * y), y, 1.0);
  *rare = !(HD_ABS(e) < 0x1p-10);
  return HD_MAD(y, e * HD_P4(e, 0.5, 0.375, 0.3125, 0.2734375), y);
}
#else
HD_INLINE F hd_rsqrt_by_float(F x, __private I* rare) {
  F y = __hd_rsqrt_estimate(x);
  F e = HD_FMA(-HD_SQRT(x), y, 1.0f);
  *rare = !(e > -0x1p-10f);  // the estimate treats subnormal numbers as zeros
  return HD_FMA(y, HD_FMA(e, e, e), y);
}
#endif
HD_API T rsqrt(T x) {
  if (!__hd_has_lookups()) return (TS)1 / HD_SQRT(x);
  TI rare = HD_UNUSUAL(x);
  T r = __hd_has_estimates() ? hd_rsqrt_near(x) : hd_rsqrt_by_float(x, &rare);
  HD_IF_ANY(rare) {
    const TS root = HD_FP64 ? (TS)0x1p27 : (TS)0x1p12f;  // the root of HD_MAKE_NORMAL
    r = rare ? root / HD_SQRT(x * HD_MAKE_NORMAL) : r;
  }
  return r;
}
HD_API T copysign(T x, T y) {
  return HD_COPYSIGN(x, y);
}
HD_API T fma(T a, T b, T c) {
  return HD_FMA(a, b, c);
}
HD_API T mad(T a, T b, T c) {
  return hd_mad(a, b, c);
}

// Rounds halfway cases away from zero. The addend is the number below 0.5, so that no sum of a
// number below one half is rounded up to one.
HD_API T round(T x) {
  const TS below_half = HD_FP64 ? (TS)0x1.fffffffffffffp-2 : (TS)0x1.fffffep-2f;
  return HD_COPYSIGN(HD_TRUNC(x + HD_COPYSIGN(below_half, x)), x);
}

// Returns the other operand if one is a NaN, quiet or signalling.
HD_INLINE T hd_fmax(T x, T y) {
  x = hd_flushed(x), y = hd_flushed(y);
  T m = x < y ? y : x;
  return x != x ? y : m;
}
HD_INLINE T hd_fmin(T x, T y) {
  x = hd_flushed(x), y = hd_flushed(y);
  T m = y < x ? y : x;
  return x != x ? y : m;
}
HD_API T fmax(T x, T y) {
  return hd_fmax(x, y);
}
HD_API T fmin(T x, T y) {
  return hd_fmin(x, y);
}
HD_API T fdim(T x, T y) {
  T d = x <= y ? (T)0 : x - y;
  return d;
}
HD_API T maxmag(T x, T y) {
  T ax = HD_ABS(x), ay = HD_ABS(y);
  T m = ax < ay ? y : x;
  TI rare = !(ax < ay || ax > ay);
  HD_IF_ANY(rare) m = rare ? hd_fmax(x, y) : m;
  return m;
}
HD_API T minmag(T x, T y) {
  T ax = HD_ABS(x), ay = HD_ABS(y);
  T m = ax < ay ? x : y;
  TI rare = !(ax < ay || ax > ay);
  HD_IF_ANY(rare) m = rare ? hd_fmin(x, y) : m;
  return m;
}

#if HD_W > 1
HD_API T fmax(T x, TS y) {
  return hd_fmax(x, (T)y);
}
HD_API T fmin(T x, TS y) {
  return hd_fmin(x, (T)y);
}
#endif
