// SPDX-License-Identifier: Apache-2.0
// Cores of the exponential functions, float: e^x = 2^n * e^r with |r| <= ln(2)/2.

HD_INLINE F hd_exp_rest(F x, F k) {
  F r = HD_FMA(-k, 0x1.62e43p-1f, x);
  return HD_FMA(k, 0x1.05c61p-29f, r);
}

// x = n * log(2) + r: r, and 2^(n - less), which is to be a normal number.
HD_INLINE F hd_exp_reduce(F x, int less, __private F* power) {
  const float middle = 0x1.8p23f + (127 - less);
  F sum = HD_MAD(x, 0x1.715476p0f, middle);
  *power = HD_AS(F, HD_AS(I, sum) << 23);
  return hd_exp_rest(x, sum - middle);
}

// e^r - 1 for |r| <= 0.35, fit to 2^-25.3.
HD_INLINE F hd_expm1_poly(F r) {
  F q = HD_P5(r, 0x1.fffffap-2f, 0x1.55548ap-3f, 0x1.555a12p-5f, 0x1.123f7cp-7f, 0x1.696e4ep-10f);
  return HD_MAD(r * r, q, r);
}

// e^r for |r| <= 0.35, fit to 2^-22.9.
HD_INLINE F hd_exp_poly(F r) {
  return HD_P6(r, 1.0f, 0x1.fffff6p-1f, 0x1.fffdc6p-2f, 0x1.555a8p-3f, 0x1.573a22p-5f,
               0x1.0f9fb6p-7f);
}

// e^x / 2^*k where k is whole.
HD_INLINE F hd_exp_parts(F x, __private F* k) {
  *k = HD_MAD(x, 0x1.715476p0f, 0x1.8p23f) - 0x1.8p23f;
  return hd_exp_poly(hd_exp_rest(x, *k));
}

// NAME(x) = POLY(REST(x, k)) * 2^k with k = round(x * SCALE). Where p * 2^k is not one instruction,
// the usual result, a normal number, has a path of its own.
#define HD_EXPONENTIAL_F(NAME, ...)                                \
  HD_POWER_OF_TWO(NAME, __VA_ARGS__)                               \
  HD_INLINE F NAME(F x) {                                          \
    return __hd_has_estimates() ? NAME##_far(x) : NAME##_usual(x); \
  }

HD_EXPONENTIAL_F(hd_exp, 0x1.715476p0f, hd_exp_rest, hd_exp_poly, 87.0f, -104.0f, 89.0f)

// (e^x - 1) / 2 between the limits of hd_expm1, without the sign of zero.
HD_INLINE F hd_half_expm1_by(F x, __private F* r) {
  F s;
  *r = hd_exp_reduce(x, 1, &s);
  return HD_FMA(s, hd_expm1_poly(*r), s - 0.5f);
}
HD_INLINE F hd_half_expm1(F x) {
  F r;
  return hd_half_expm1_by(x, &r);
}
// Returns e^x - 1. Close to zero that is x itself, to the last bit; x / 2 may be subnormal there.
HD_INLINE F hd_expm1(F x) {
  F r, half_of_it = hd_half_expm1_by(hd_clamp(x, -18.0f, 89.0f), &r);
  return r * r < 0x1p-100f ? x : 2.0f * half_of_it;
}

// 2^r for |r| <= 0.5, fit to 2^-28.0.
HD_INLINE F hd_exp2_poly(F r) {
  F r2 = r * r;
  F q = HD_E6(r, r2, 0x1.62e43p-1f, 0x1.ebfbd8p-3f, 0x1.c6af74p-5f, 0x1.3b3096p-7f, 0x1.5f0ca8p-10f,
              0x1.3fad5cp-13f);
  return HD_MAD(r, q, 1.0f);
}

// Likewise, fit to 2^-23.3.
HD_INLINE F hd_exp2_short_poly(F r) {
  return HD_P6(r, 1.0f, 0x1.62e42ap-1f, 0x1.ebf9bap-3f, 0x1.c6b69cp-5f, 0x1.3ceb06p-7f,
               0x1.5bfc72p-10f);
}
HD_INLINE F hd_exp2_rest(F x, F k) {
  return x - k;
}
HD_EXPONENTIAL_F(hd_exp2, 1.0f, hd_exp2_rest, hd_exp2_short_poly, 126.0f, -151.0f, 129.0f)

// 10^r for |r| <= log(2) / log(100), fit to 2^-28.2.
HD_INLINE F hd_exp10_poly(F r) {
  return HD_P7(r, 1.0f, 0x1.26bb1cp1f, 0x1.535248p1f, 0x1.046f94p1f, 0x1.2bdbc2p0f, 0x1.15716ap-1f,
               0x1.a4c7ap-3f);
}
HD_INLINE F hd_exp10_rest(F x, F k) {
  F r = HD_FMA(-k, 0x1.344136p-2f, x);
  return HD_FMA(k, 0x1.ec10cp-27f, r);
}
HD_EXPONENTIAL_F(hd_exp10, 0x1.a934fp1f, hd_exp10_rest, hd_exp10_poly, 37.5f, -46.0f, 39.0f)
#undef HD_EXPONENTIAL_F
