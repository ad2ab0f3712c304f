// SPDX-License-Identifier: Apache-2.0
// r / pi to nearly full precision, also where r is subnormal.
HD_INLINE T hd_over_pi(T r) {
  return HD_MAD(r, HD_INV_PI, r * HD_INV_PI_LO);
}

// atan(y / x) for y without its sign: the result and hd_atan2_base. Neither quotient is larger than
// one; zeros and infinities may have none.
HD_INLINE T hd_atan_ratio(T y, T x, TI* swapped) {
  T ax = HD_ABS(x), ay = HD_ABS(y);
  TI swap = ay > ax;
  T t = (swap ? -x : ay) / (swap ? ay : x);
  TI rare = t != t;
  HD_IF_ANY(rare) t = rare && ax == ay ? HD_COPYSIGN(x == 0 ? (T)0 : (T)1, x) : t;
  *swapped = swap;
  return hd_atan_poly(t);
}
HD_INLINE T hd_atan2_base(T x, TI swapped, TS quarter) {
  T base = HD_AS(TI, x) < 0 ? (T)((TS)2 * quarter) : (T)0;
  return swapped ? (T)quarter : base;
}

// The same for y = a, x = 1. For double by a table: c is the tabulated tangent nearest to an
// estimate of the quotient, the result *base + atan((y - c x) / (x + c y)), *base being atan(c).
// From HD_ATAN_END on, the quotient no longer counts.
#if HD_FP64
HD_INLINE D hd_atan_by_table(D a, L swap, D* base) {
  const double last = 0x1.8p48 + 15.0 / 16;
  D large = a < HD_ATAN_END ? a : (D)HD_ATAN_END;
  D num = swap ? (D)1.0 : a, den = swap ? large : (D)1.0;
  D sum = HD_MAD(num, __hd_recip_estimate(den), 0x1.8p48);
  sum = sum > last ? (D)last : sum;
  D c = sum - 0x1.8p48;
  *base = hd_lookup(hd_atan_steps, HD_AS(L, sum));
  return hd_atan_near(HD_MAD(-c, den, num) / HD_MAD(c, num, den));
}
#endif
HD_INLINE T hd_atan_of(T a, TI* swapped) {
  TI swap = a > (TS)1;
  *swapped = swap;
#if HD_FP64
  if (__hd_has_estimates()) {
    D base, near = hd_atan_by_table(a, swap, &base);
    return base + near;
  }
#endif
  return hd_atan_poly((swap ? (T)1 : a) / (swap ? a : (T)1));
}

HD_API T atan(T x) {
  TI swap;
#if HD_FP64
  if (__hd_has_estimates()) {
    D base, a = HD_ABS(x);
    swap = a > 1.0;
    D near = hd_atan_by_table(a, swap, &base);
    near = HD_AS(D, HD_AS(L, near) ^ (swap ? (L)HD_SIGN_BIT : (L)0));
    return hd_with_sign((swap ? HD_PIO2 - base : base) + near, x);
  }
#endif
  T a = HD_ABS(x);
  swap = a > (TS)1;
  T r = hd_atan_poly((swap ? (T)-1 : a) / (swap ? a : (T)1));
  return hd_with_sign((swap ? (T)HD_PIO2 : (T)0) + r, x);
}

HD_API T atanpi(T x) {
  TI swap;
  T r = hd_over_pi(hd_atan_of(HD_ABS(x), &swap));
  return hd_with_sign(swap ? (TS)0.5 - r : r, x);
}

HD_API T atan2(T y, T x) {
  TI swap;
  T r = hd_atan_ratio(y, x, &swap);
  return hd_with_sign(hd_atan2_base(x, swap, HD_PIO2) + r, y);
}

HD_API T atan2pi(T y, T x) {
  TI swap;
  T r = hd_over_pi(hd_atan_ratio(y, x, &swap));
  TI infinite = HD_ABS(y) == HD_INF && HD_ABS(x) == HD_INF;
  r = infinite ? HD_COPYSIGN((T)0.25, x) : r;  // §7.5.1: exactly
  return hd_with_sign(hd_atan2_base(x, swap, 0.5) + r, y);
}

// asin: above one half asin(a) is pi/2 - 2 asin(sqrt((1 - a) / 2)). *is_far tells whether the
// result is the asin of the argument or of that root.
HD_INLINE T hd_asin_half(T a, TI* is_far) {
  TI far = a > (TS)0.5;
  T half_rest = (TS)0.5 * ((TS)1 - a);
  T z = far ? half_rest : a * a;
  T s = far ? HD_SQRT(half_rest) : a;
  *is_far = far;
  return hd_asin_near(s, z);
}

HD_API T asin(T x) {
  TI far;
  T r = hd_asin_half(HD_ABS(x), &far);
  return hd_with_sign(far ? (TS)HD_PIO2 - ((TS)2 * r - (TS)HD_PIO2_LO) : r, x);
}

HD_API T asinpi(T x) {
  TI far;
  T r = hd_over_pi(hd_asin_half(HD_ABS(x), &far));
  return hd_with_sign(far ? (TS)0.5 - (TS)2 * r : r, x);
}

// acos(x) is pi/2 - asin(x), or above one half as much as for asin from 0 or pi on: *quarters *
// pi/2 and what is returned.
HD_INLINE T hd_acos_parts(T x, __private T* quarters) {
  T a = HD_ABS(x);
  TI far = a > (TS)0.5;
  T rest = HD_MAD(a, (TS)-2, (TS)2);  // exact where it counts
  T z = far ? (TS)0.25 * rest : x * x;
  T s = far ? HD_COPYSIGN(HD_SQRT(rest), x) : -x;
  T end = x < 0 ? (T)2 : (T)0;
  *quarters = far ? end : (T)1;
  return hd_asin_near(s, z);
}

HD_API T acos(T x) {
  T quarters, r = hd_acos_parts(x, &quarters);
  return HD_MAD(quarters, HD_PIO2, HD_MAD(quarters, HD_PIO2_LO, r));
}

HD_API T acospi(T x) {
  T quarters, r = hd_over_pi(hd_acos_parts(x, &quarters));
  return HD_MAD(quarters, (TS)0.5, r);
}

#undef HD_PIO2
#undef HD_PIO2_LO
#undef HD_INV_PI
#undef HD_INV_PI_LO
