// SPDX-License-Identifier: Apache-2.0
// Cores of the exponential functions, float: e^x = 2^n * e^r with |r| <= ln(2)/2. The integer n is
// read from the low bits of a sum with 1.5 * 2^23, so that a NaN never reaches a conversion.

// Both ends lie beyond the last finite and the last non-zero result.
HD_INLINE F hd_clamp(F x, float lo, float hi) {
  x = x < lo ? (F)lo : x;
  return x > hi ? (F)hi : x;
}

HD_INLINE F hd_round_bits(F x, float scale, __private I* n) {
  F t = HD_MAD(x, scale, 0x1.8p23f);
  *n = HD_AS(I, t) - HD_AS(int, 0x1.8p23f);
  return t - 0x1.8p23f;
}

HD_INLINE F hd_exp_reduce(F x, __private I* n) {
  F k = hd_round_bits(x, 0x1.715476p0f, n);
  F r = HD_FMA(-k, 0x1.62e43p-1f, x);
  return HD_FMA(k, 0x1.05c61p-29f, r);
}

// e^r - 1 for |r| <= 0.35.
HD_INLINE F hd_expm1_poly(F r) {
  F q = HD_P5(r, 0x1.fffffap-2f, 0x1.55548ap-3f, 0x1.555a12p-5f, 0x1.123f7cp-7f, 0x1.696e4ep-10f);
  return HD_MAD(r * r, q, r);
}

HD_INLINE F hd_exp(F x) {
  I n;
  F r = hd_exp_reduce(hd_clamp(x, -104.0f, 89.0f), &n);
  return hd_scale(1.0f + hd_expm1_poly(r), n);
}

// Without the sign of zero, which the caller copies from x.
HD_INLINE F hd_expm1(F x) {
  I n;
  F r = hd_exp_reduce(hd_clamp(x, -18.0f, 89.0f), &n);
  F s = hd_pow2i(n - 1);
  return 2.0f * HD_FMA(s, hd_expm1_poly(r), s - 0.5f);
}

// 2^r for |r| <= 0.5.
HD_INLINE F hd_exp2_poly(F r) {
  F q = HD_P6(r, 0x1.62e43p-1f, 0x1.ebfbd8p-3f, 0x1.c6af6ap-5f, 0x1.3b307ep-7f, 0x1.5f13d2p-10f,
              0x1.3fd238p-13f);
  return HD_MAD(r, q, 1.0f);
}

HD_INLINE F hd_exp2(F x) {
  I n;
  F xc = hd_clamp(x, -151.0f, 129.0f);
  F r = xc - hd_round_bits(xc, 1.0f, &n);
  return hd_scale(hd_exp2_poly(r), n);
}

HD_INLINE F hd_exp10(F x) {
  I n;
  F xc = hd_clamp(x, -46.0f, 39.0f);
  F k = hd_round_bits(xc, 0x1.a934fp1f, &n);
  F r = HD_FMA(-k, 0x1.344136p-2f, xc);
  r = HD_FMA(k, 0x1.ec10cp-27f, r);
  F q = HD_P6(r, 0x1.26bb1cp1f, 0x1.535248p1f, 0x1.046f94p1f, 0x1.2bdbc2p0f, 0x1.15716ap-1f,
              0x1.a4c7ap-3f);
  return hd_scale(HD_MAD(r, q, 1.0f), n);
}
