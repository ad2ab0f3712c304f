// SPDX-License-Identifier: Apache-2.0
// erfc(a) for a >= 0, taken from `base` where `bits` has a sign. The rounding error of a * a would
// be multiplied by a * a: it goes into the exponential's significand. The power of two is applied
// in two steps, the second of which rounds.
HD_INLINE T hd_erfc_abs(T a, TI bits, TS base) {
  a = a > HD_ERFC_END ? (T)HD_ERFC_END : a;
  T ratio = hd_erfc_above(a) / hd_erfc_below(a);
  T s = HD_MAD(-a, a, (T)0);
  T s_lo = HD_FMA(a, a, s);
  if (__hd_has_estimates()) {
    T k, p = hd_exp_parts(s, &k);
    T r = __hd_scale(HD_MAD(-p, s_lo, p) * ratio, k);
    return bits < 0 ? base - r : r;
  }
  const TS up = HD_FP64 ? (TS)512 : (TS)64, down = HD_FP64 ? (TS)0x1p-512 : (TS)0x1p-64f;
  const TS middle = (HD_FP64 ? (TS)0x1.8p52 : (TS)0x1.8p23) + up;
  T sum = HD_MAD(s, (TS)HD_ERFC_LOG2E, middle);
  T e = hd_erfc_exp(hd_exp_rest(s, sum - middle));
  T g = hd_scale_near(ratio, sum);
  return HD_MAD(e * HD_MAD(-g, s_lo, g), hd_flip(down, bits & HD_SIGN_BIT),
                bits < 0 ? (T)base : (T)0);
}

HD_API T erf(T x) {
  T a = HD_ABS(x);
  if (__hd_has_estimates()) return hd_with_sign(hd_erf_by_table(a), x);
#if HD_FP64
  return hd_with_sign(hd_erf_by_rows(a), x);
#else
  if (__hd_has_lookups()) return hd_with_sign(hd_erf_by_lookup(a), x);
  T near = a * hd_erf_poly(a * a);
  T far = hd_erfc_abs(a, HD_SIGN_BIT, 1);
  return hd_with_sign(a < (TS)1 ? near : far, x);
#endif
}

HD_API T erfc(T x) {
  return hd_erfc_abs(HD_ABS(x), HD_AS(TI, x), 2);
}

// lgamma(a), a > 0. Below 8 the argument is moved by whole steps to 2 + y, |y| <= 1/2, where a
// polynomial has the zero at 2 built in; the logarithm of the product of the steps makes up for
// it, and near 1 that logarithm has the zero.
HD_INLINE T hd_lgamma_abs(T a) {
  TI large = a >= (TS)8;
  T k = HD_RINT(a);
  k = a < (TS)0.5 ? (T)0 : (a < (TS)1.5 ? (T)1 : k);
  T y = a - k;
  T prod = k > (TS)2 ? a - (TS)1 : (T)1;
  prod *= k > (TS)3 ? a - (TS)2 : (T)1;
  prod *= k > (TS)4 ? a - (TS)3 : (T)1;
  prod *= k > (TS)5 ? a - (TS)4 : (T)1;
  prod *= k > (TS)6 ? a - (TS)5 : (T)1;
  prod *= k > (TS)7 ? a - (TS)6 : (T)1;
  TI below = k < (TS)2;
  T down = k == 0 ? HD_MAD(a, a, a) : a;
  T l = hd_log(large ? a : (below ? down : prod));
  T r = (TS)1 / a;
  T tail = HD_MAD(hd_stirling_poly(r * r), r, (TS)0x1.acfe390c97d69p-2);
  T far = HD_MAD(a - (TS)0.5, l - (TS)1, tail);
  T near = HD_MAD(y, hd_lgamma_poly(y), below ? -l : l);
  return large ? far : near;
}

HD_INLINE T hd_lgamma_r(T x, __private I* sign) {
  TI q;
  T a = HD_ABS(x);
  T r = hd_lgamma_abs(a);
  TI below = x < 0;
  // Reflection; next to zero both sides are -log(a), and a * sin(pi a) would underflow.
  T pr = hd_pi_reduce(a, &q);
  T sine = hd_sin_pick(hd_sinpi_poly(pr), hd_cospi_poly(pr), q);
  T mirrored = HD_LN_PI - hd_log(HD_ABS(sine) * a) - r;
  TI reflect = below & (a > HD_LGAMMA_TINY);
  r = reflect ? mirrored : r;
  TI whole = HD_FLOOR(a) == a;
  TI none = (x == 0) | (below & whole);  // §7.5.1: that has no sign
  r = (none | (a == HD_INF)) ? HD_INF : r;
  *sign = HD_CVT(I, none ? (TI)0 : ((below & (sine > 0)) ? (TI)-1 : (TI)1));
  return x != x ? x : r;
}
HD_OUT(lgamma_r, T, (T x), (x), I)

HD_API T lgamma(T x) {
  I sign;
  return hd_lgamma_r(x, &sign);
}

#undef HD_ERFC_END
#undef HD_ERFC_LOG2E
#undef HD_LN_PI
#undef HD_LGAMMA_TINY
