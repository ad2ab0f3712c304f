// SPDX-License-Identifier: Apache-2.0
// Base-two logarithm as the unevaluated sum of two doubles, good to 2^-64, and its inverse: what a
// double power and the gamma function need.
HD_INLINE D hd_log2_dd(D x, __private D* lo) {
  D e;
  D f = hd_split(x, &e);
  // s = (m - 1) / (m + 1), log2(m) = s * (C0 + z * (C1 + z * R(z))) with z = s * s,
  // fit to 2^-66.2.
  D num = f, den = 2.0 + f;
  D den_lo = f - (den - 2.0);
  D rcp = 1.0 / den;
  D s = num * rcp;
  D s_lo = rcp * (HD_FMA(-s, den, num) - s * den_lo);
  D z = s * s;
  D z_lo = HD_FMA(s, s, -z) + 2.0 * s * s_lo;
  D tail = z * HD_P7(z, 0x1.2776c50ef9d27p-1, 0x1.a61762a758c35p-2, 0x1.484b142228391p-2,
                     0x1.0c9a63a30547bp-2, 0x1.c69f9fa5b7661p-3, 0x1.87aee5dc7532bp-3,
                     0x1.85fb0f895382p-3);
  const double c1 = 0x1.ec709dc3a03fdp-1, c1_lo = 0x1.d27f05548af0cp-55;
  const double c0 = 0x1.71547652b82fep+1, c0_lo = 0x1.777d0ffda0d24p-55;
  D u = c1 + tail;
  D u_lo = (c1 - u) + tail + c1_lo;
  D w = z * u;
  D w_lo = HD_FMA(z, u, -w) + (z * u_lo + z_lo * u);
  D t = c0 + w;
  D t_lo = (c0 - t) + w + (w_lo + c0_lo);
  D r = s * t;
  D r_lo = HD_FMA(s, t, -r) + (s * t_lo + s_lo * t);
  D hi = e + r;
  *lo = (e - hi) + r + r_lo;
  return hi;
}

// 2^(hi + lo) = p * 2^n for any hi; p is in [0.7, 1.42].
HD_INLINE D hd_exp2_dd(D hi, D lo, __private L* n) {
  const double limit = 4000.0;
  lo = HD_ABS(hi) > limit ? (D)0.0 : lo;
  hi = hd_clamp(hi, -limit, limit);
  D r = (hi - hd_round_bits(hi, 1.0, n)) + lo;
  return hd_exp2_poly(r);
}

// (hi + lo) * y with |y| below 2^100.
HD_INLINE D hd_mul_dd(D hi, D lo, D y, __private D* r_lo) {
  D r = hi * y;
  *r_lo = HD_MAD(lo, y, HD_FMA(hi, y, -r));
  return r;
}
