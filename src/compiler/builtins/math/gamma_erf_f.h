// SPDX-License-Identifier: Apache-2.0
#include "erf_lookups_f.h"
#include "erf_tables_f.h"
#include "exp_core_f.h"
#include "log_core_f.h"
#include "short_log2_f.h"
#include "trig_core_f.h"

// Computes erf(a) for a >= 0. From 3.92 on it rounds to one, which the last polynomial reaches only
// between there and 3.99, with its rounding errors.
HD_INLINE F hd_erf_by_table(F a) {
  a = a > 3.96f ? (F)3.96f : a;
  F sum = HD_MAD(a, 0x1.e9131ap1f, 0x1.8p23f);
  F t = HD_FMA(-(sum - 0x1.8p23f), (F)0x1.0cp-2f, a);
  I place = HD_AS(I, sum);
  F t2 = t * t;
  F even = hd_lookup(hd_erf_f_4, place);
  even = HD_MAD(even, t2, hd_lookup(hd_erf_f_2, place));
  even = HD_MAD(even, t2, hd_lookup(hd_erf_f_0, place));
  F odd = hd_lookup(hd_erf_f_5, place);
  odd = HD_MAD(odd, t2, hd_lookup(hd_erf_f_3, place));
  odd = HD_MAD(odd, t2, hd_lookup(hd_erf_f_1, place));
  return HD_MAD(odd, t, even);
}

// Returns c0 + c1 * z + c2 * z^2, with coefficients from tables of eight.
HD_INLINE F hd_by_lookup(F z, I place, const __constant float* c0, const __constant float* c1,
                         const __constant float* c2) {
  F r = HD_MAD(hd_lookup_of_8(c2, place), z, hd_lookup_of_8(c1, place));
  return HD_MAD(r, z, hd_lookup_of_8(c0, place));
}

// Computes erf(a) if a permutation has but eight elements.
HD_INLINE F hd_erf_by_lookup(F a) {
  a = a > 3.92f ? (F)3.92f : a;
  F sum = HD_MAD(a, 0x1.e9131ap0f, 0x1.8p23f);
  F t = HD_MAD(-(sum - 0x1.8p23f), 0x1.0cp-1f, a);
  I place = HD_AS(I, sum);
  F t2 = t * t;
  F even = hd_by_lookup(t2, place, hd_erf_of_8_2, hd_erf_of_8_4, hd_erf_of_8_6);
  F odd = hd_by_lookup(t2, place, hd_erf_of_8_1, hd_erf_of_8_3, hd_erf_of_8_5);
  even = HD_MAD(even, t2, hd_lookup_of_8(hd_erf_of_8_0, place));
  return HD_MAD(odd, t, even);
}

// erf(x) / x for z = x * x <= 1, fit to 2^-24.1.
HD_INLINE F hd_erf_poly(F z) {
  return HD_P7(z, 0x1.20dd74p0f, -0x1.8126d2p-2f, 0x1.ce1fcep-4f, -0x1.b7480ep-6f, 0x1.4f7c3cp-8f,
               -0x1.874dbp-11f, 0x1.03a052p-14f);
}
// e^(a * a) * erfc(a) for a in [0, HD_ERFC_END] as a quotient, fit to 2^-24.4: nothing cancels.
#define HD_ERFC_END 10.3f
HD_INLINE F hd_erfc_above(F a) {
  return HD_P5(a, 1.0f, 0x1.3d74e2p0f, 0x1.7777e4p-1f, 0x1.d7218cp-3f, 0x1.0e168ep-5f);
}
HD_INLINE F hd_erfc_below(F a) {
  return HD_P6(a, 1.0f, 0x1.2f293p1f, 0x1.33f24p1f, 0x1.541f4cp0f, 0x1.a18e24p-2f, 0x1.deb696p-5f);
}
HD_INLINE F hd_erfc_exp(F r) {
  return hd_exp_poly(r);
}
// lgamma(2 + y) / y for |y| <= 1/2, fit to 2^-24.1.
HD_INLINE F hd_lgamma_poly(F y) {
  return HD_P9(y, 0x1.b0ee6p-2f, 0x1.4a34ccp-2f, -0x1.13ep-4f, 0x1.513598p-6f, -0x1.e40b3p-8f,
               0x1.7956cep-9f, -0x1.374ac2p-10f, 0x1.2af9d4p-11f, -0x1.06bbbcp-12f);
}
// a * (lgamma(a) - Stirling's leading terms) for w = 1 / (a * a), a >= 8, fit to 2^-24.9.
HD_INLINE F hd_stirling_poly(F w) {
  return HD_P3(w, 0x1.555556p-4f, -0x1.6c1418p-9f, 0x1.98f67cp-11f);
}
#define HD_ERFC_LOG2E 0x1.715476p0f
#define HD_LN_PI 0x1.250d04p0f
#define HD_LGAMMA_TINY 0x1p-30f
#include "gamma_erf_body.h"

// In double, where nothing overflows and no rounding error counts. Stirling's series at a + 8,
// fit to 2^-37.7; P = (a + 1) ... (a + 7) leads back; below zero by reflection.
HD_API F tgamma(F x) {
  I q;
  F af = HD_ABS(x);
  F sr = hd_pi_reduce(af, &q);
  D sine = HD_CVT(D, hd_sin_pick(hd_sinpi_poly(sr), hd_cospi_poly(sr), q));
  D a = HD_CVT(D, af > 60.0f ? (F)60.0f : af);
  D s = a + 8.0, r = 1.0 / s;
  D series = HD_Q4(r * r, 0x1.555555554ee56p-4, -0x1.6c16bafa5f149p-9, 0x1.9ff998fa2738dp-11,
                   -0x1.2aebd65128751p-11);
  D l = (s - 0.5) * hd_log2_short(s) + 0x1.71547652b82fep0 * (series * r - s);
  D w = a * (a + 7.0);
  D p = (a + 7.0) * (w + 6.0) * (w + 10.0) * (w + 12.0);
  F pos = HD_CVT(F, 0x1.40d931ff62706p+1 * hd_exp2_short(l) / (p * a));
  F neg = HD_CVT(F, -0x1.40d931ff62706p+0 * p * hd_exp2_short(-l) / sine);
  I below = x < 0.0f;
  F result = below ? neg : pos;
  I pole = below & (HD_FLOOR(x) == x);
  result = pole ? HD_NAN : result;
  T limit = HD_COPYSIGN(HD_INF, x);
  result = x == 0.0f ? limit : result;
  return x < HD_INF ? result : x;
}
