// SPDX-License-Identifier: Apache-2.0
// Cores of the logarithms, float.

// log(1 + f) - f for 1 + f in [sqrt(1/2), sqrt(2)].
HD_INLINE F hd_log_tail(F f) {
  F f2 = f * f;
  F q = HD_P7(f, 0x1.5556d8p-2f, -0x1.00038p-2f, 0x1.98d824p-3f, -0x1.5382a8p-3f, 0x1.317302p-3f,
              -0x1.242fap-3f, 0x1.645d7cp-4f);
  return HD_MAD(f2 * f, q, -0.5f * f2);
}

HD_INLINE F hd_log_join(F e, F f) {
  return HD_MAD(e, 0x1.62e4p-1f, f + HD_MAD(e, 0x1.7f7d1cp-20f, hd_log_tail(f)));
}

// The special cases of every logarithm: inf, +-0, negative, NaN.
HD_INLINE F hd_log_special(F x, F r) {
  r = x < HD_INF ? r : x;
  return x > 0.0f || x != x ? r : (x == 0.0f ? -HD_INF : HD_NAN);
}

HD_INLINE F hd_log_raw(F x) {
  F e;
  F f = hd_split(x, &e) - 1.0f;
  return hd_log_join(e, f);
}

// log(1 + x) with the rounding error of 1 + x put back into the significand.
HD_INLINE F hd_log1p(F x) {
  F err, e;
  F u = hd_two_sum((F)1.0f, x, &err);
  F m = hd_split(u, &e) - 1.0f;
  I k = HD_CVT(I, e);
  k = k > 100 ? (I)100 : k;
  F r = hd_log_join(e, HD_FMA(err, hd_pow2i(-k), m));
  r = x < HD_INF ? r : x;
  r = u > 0.0f || x != x ? r : (u == 0.0f ? -HD_INF : HD_NAN);
  return HD_COPYSIGN(r, x);
}
