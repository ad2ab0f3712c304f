// SPDX-License-Identifier: Apache-2.0
// Returns r / pi to nearly full precision, also if r is subnormal.
HD_INLINE T hd_over_pi(T r) {
  return HD_MAD(r, HD_INV_PI, r * HD_INV_PI_LO);
}

// Computes atan(t) for |t| <= 1.
HD_INLINE T hd_atan_poly(T t) {
  return hd_atan_beyond(t, t);
}

// Computes atan(y / x) for y without its sign, as the sum of the result and hd_atan2_base. No
// quotient is larger than one; zeros and infinities may have none.
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

// Returns atan(a) for a >= 0, or for a > 1 that of 1 / a, with `excess`; NaN for NaN. For double by
// a table.
HD_INLINE T hd_atan_of(T a, TS excess) {
#if HD_FP64
  if (__hd_has_estimates()) return hd_atan_by_table(a);
#endif
  TI swapped = a > (TS)1;
  T inverse = (TS)1 / a;
  // With masks a division under one needs no minimum.
  T t = (__hd_has_estimates() ? swapped : inverse < a) ? inverse : a;
  return excess == 0 ? hd_atan_poly(t) : t + hd_atan_beyond(t, swapped ? (T)excess : (T)0);
}
// Returns r with the sign of x, or `quarter` less r if x was inverted.
HD_INLINE T hd_atan_end(T r, TS quarter, T x) {
  if (HD_FP64 && __hd_has_estimates()) return hd_with_sign(r, x);
  TI swapped = HD_ABS(x) > (TS)1;
  if (__hd_has_estimates()) return hd_with_sign(swapped ? quarter - r : r, x);
  return HD_COPYSIGN((swapped ? (T)quarter : (T)0) - r, x);
}

HD_API T atan(T x) {
  return hd_atan_end(hd_atan_of(HD_ABS(x), HD_PIO2_EXCESS), HD_PIO2, x);
}

HD_API T atanpi(T x) {
  return hd_atan_end(hd_over_pi(hd_atan_of(HD_ABS(x), 0)), (TS)0.5, x);
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

// Returns asin(a) for a <= 1/2, and else asin(sqrt((1 - a) / 2)), of which asin(a) is pi/2 less
// twice: that of the smaller argument.
HD_INLINE T hd_asin_half(T a) {
  T far_z = HD_MAD(a, (TS)-0.5, (TS)0.5), near_z = a * a;
  T root = hd_sqrt_or_zero(far_z);
  return hd_asin_near(a < root ? a : root, near_z < far_z ? near_z : far_z);
}
// Returns r, or `quarter` less 2 r for |x| > 1/2.
HD_INLINE T hd_asin_end(T r, T x, TS quarter) {
  TI far = HD_ABS(x) > (TS)0.5;
  if (__hd_has_estimates()) return far ? HD_MAD(r, (TS)-2, quarter) : r;
  return HD_MAD(r, far ? (T)-2 : (T)1, far ? (T)quarter : (T)0);
}

HD_API T asin(T x) {
  return hd_with_sign(hd_asin_end(hd_asin_half(HD_ABS(x)), x, HD_PIO2), x);
}

HD_API T asinpi(T x) {
  return hd_with_sign(hd_asin_end(hd_over_pi(hd_asin_half(HD_ABS(x))), x, (TS)0.5), x);
}

// Returns acos(x): pi/2 - asin(x), or for |x| > 1/2 2 r from 0 or pi on. In `quarter`s of a half
// turn.
HD_INLINE T hd_acos_end(T r, T x, TS quarter) {
  TI far = HD_ABS(x) > (TS)0.5;
  T base = quarter - (far ? HD_COPYSIGN((T)quarter, x) : (T)0);
  T times = hd_flip(far ? (T)2 : (T)-1, HD_AS(TI, x) & HD_SIGN_BIT);
  return HD_MAD(r, times, base);
}

HD_API T acos(T x) {
  return hd_acos_end(hd_asin_half(HD_ABS(x)), x, HD_PIO2);
}

HD_API T acospi(T x) {
  return hd_acos_end(hd_over_pi(hd_asin_half(HD_ABS(x))), x, (TS)0.5);
}

#undef HD_PIO2
#undef HD_PIO2_EXCESS
#undef HD_INV_PI
#undef HD_INV_PI_LO
