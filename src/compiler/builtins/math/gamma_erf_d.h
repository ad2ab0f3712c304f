// SPDX-License-Identifier: Apache-2.0
#include "erf_rows_d.h"
#include "erf_tables_d.h"
#include "exp_core_d.h"
#include "log_core_d.h"
#include "pow_core_d.h"
#include "trig_core_d.h"

// Computes erf(a) for a >= 0.
HD_INLINE D hd_erf_by_table(D a) {
  a = a > 6.0 ? (D)6.0 : a;
  D sum = HD_MAD(a, 2.56, 0x1.8p52);
  D t = HD_FMA(-(sum - 0x1.8p52), (D)0x1.9p-2, a);
  L place = HD_AS(L, sum);
  D t2 = t * t;
  D even = hd_lookup(hd_erf_d_12, place);
  even = HD_MAD(even, t2, hd_lookup(hd_erf_d_10, place));
  even = HD_MAD(even, t2, hd_lookup(hd_erf_d_8, place));
  even = HD_MAD(even, t2, hd_lookup(hd_erf_d_6, place));
  even = HD_MAD(even, t2, hd_lookup(hd_erf_d_4, place));
  even = HD_MAD(even, t2, hd_lookup(hd_erf_d_2, place));
  even = HD_MAD(even, t2, hd_lookup(hd_erf_d_0, place));
  D odd = hd_lookup(hd_erf_d_11, place);
  odd = HD_MAD(odd, t2, hd_lookup(hd_erf_d_9, place));
  odd = HD_MAD(odd, t2, hd_lookup(hd_erf_d_7, place));
  odd = HD_MAD(odd, t2, hd_lookup(hd_erf_d_5, place));
  odd = HD_MAD(odd, t2, hd_lookup(hd_erf_d_3, place));
  odd = HD_MAD(odd, t2, hd_lookup(hd_erf_d_1, place));
  return HD_MAD(odd, t, even);
}

// Returns two coefficients of a row.
HD_INLINE D hd_pair_of_row(const __constant double* rows, L row, __private D* second) {
#if HD_W == 1
  double2 pair = *(const __constant double2*)(rows + 2 * row);
  *second = pair.s1;
  return pair.s0;
#else
  *second = hd_lookup_at(rows, 2 * row + 1);
  return hd_lookup_at(rows, 2 * row);
#endif
}
// By the series around r = i / 128: with the derivative s there, erf(r + t) = erf(r) + s t (1 - r t
// + ...), Hermite's polynomials of r, fit to 2^-53.9 absolutely. A NaN has a row, too.
HD_INLINE D hd_erf_by_rows(D a) {
  const double end = 767.0 / 128;
  D sum = (a < end ? a : (D)end) + 0x1.8p45;
  D r = sum - 0x1.8p45, s;
  D t = (a > end ? (D)end : a) - r;
  D start = hd_pair_of_row(hd_erf_rows, HD_AS(L, sum) & 0x3ff, &s);
  D r2 = r * r, t2 = t * t, rt = r * t;
  D c2 = HD_MAD(r2, 0x1.5555555555555p-1, -0x1.5555555555555p-2);
  D c3 = HD_MAD(r2, -0x1.5555555555555p-2, 0.5);
  D c4 = HD_P3(r2, 0x1.999999999999ap-4, -0x1.999999999999ap-2, 0x1.1111111111111p-3);
  D c5 = HD_P3(r2, -0x1.5555555555555p-3, 0x1.c71c71c71c71cp-3, -0x1.6c16c16c16c17p-5);
  D rest = HD_MAD(HD_MAD(rt, c5, c4), t2, HD_MAD(rt, c3, c2));
  return HD_MAD(s * t, HD_MAD(rest, t2, 1.0 - rt), start);
}

// e^(a * a) * erfc(a) for a in [0, HD_ERFC_END] as a quotient, fit to 2^-53.0: nothing cancels.
#define HD_ERFC_END 27.6
HD_INLINE D hd_erfc_above(D a) {
  return HD_H10(a, 1.0, 0x1.18929e7c4d463p1, 0x1.303b385a92f89p1, 0x1.a3293b0d86ce4p0,
                0x1.9062a228a880ap-1, 0x1.11da97fa1452ap-2, 0x1.0c3820fef3374p-4,
                0x1.6bfda8de8a1bfp-7, 0x1.38e5334314fa5p-10, 0x1.076b60460817cp-14);
}
HD_INLINE D hd_erfc_below(D a) {
  return HD_H11(a, 1.0, 0x1.a90158fe621f8p1, 0x1.47e632738e233p2, 0x1.366d2b774c24ap2,
                0x1.90911769a8781p1, 0x1.716af86a6adc8p0, 0x1.ef6abd7d98ba2p-2,
                0x1.dfbd2f3e59bdcp-4, 0x1.437d8b8ed36bcp-6, 0x1.154bd7256328ap-9,
                0x1.d2e6178d568ffp-14);
}
// e^r for |r| <= 0.35, fit to 2^-50.6, for a result that may be wrong by 16 ulp.
HD_INLINE D hd_erfc_exp(D r) {
  D r2 = r * r;
  return HD_MAD(r,
                HD_E10(r, r2, r2 * r2, 0x1.0000000000019p0, 0x1.ffffffffffe96p-2,
                       0x1.555555554c5ep-3, 0x1.555555558b418p-5, 0x1.1111112c57c4ap-7,
                       0x1.6c16c0ce1243fp-10, 0x1.a0197c98e329ap-13, 0x1.a01b5956e6cb2p-16,
                       0x1.72f79ab3d8854p-19, 0x1.2731b57670ca9p-22),
                1.0);
}
// As in gamma_erf_f.h, fit to 2^-53.7.
HD_INLINE D hd_lgamma_poly(D y) {
  return HD_P19(
      y, 0x1.b0ee6072093cep-2, 0x1.4a34cc4a60fa7p-2, -0x1.13e001a557607p-4, 0x1.51322ac7d7fd2p-6,
      -0x1.e404fc218ecffp-8, 0x1.7add6eae5b8fdp-9, -0x1.38ac5c2c96006p-10, 0x1.0b36af3424c50p-11,
      -0x1.d3fd4bda4f97bp-13, 0x1.a127dd231f4b2p-14, -0x1.78de85fa0bf74p-15, 0x1.5806d7786fbc2p-16,
      -0x1.3cb5f201754a6p-17, 0x1.2640a5e8ab73ep-18, -0x1.125408d7ee6ebp-19, 0x1.edf317afe0c72p-21,
      -0x1.d06b46182e294p-22, 0x1.2b4bb069ee6a9p-22, -0x1.1be56b7e101c6p-23);
}
// Likewise, fit to 2^-53.9.
HD_INLINE D hd_stirling_poly(D w) {
  return HD_P7(w, 0x1.5555555555555p-4, -0x1.6c16c16c149f4p-9, 0x1.a01a017dcf9e1p-11,
               -0x1.38134d4f8896fp-11, 0x1.b92c33f9445e5p-11, -0x1.ef8d748aeb0f2p-10,
               0x1.4bffc9d8b455bp-8);
}
#define HD_ERFC_LOG2E 0x1.71547652b82fep+0
#define HD_LN_PI 0x1.250d048e7a1bdp0
#define HD_LGAMMA_TINY 0x1p-60
#include "gamma_erf_body.h"

// log2(gamma(s + s_lo)) without log2(sqrt(2 pi)), as a sum of two doubles, for s >= 10.
HD_INLINE D hd_stirling_dd(D s, D s_lo, D* lo) {
  D log_lo, hi_lo, err;
  D log_hi = hd_log2_dd(s, &log_lo);
  D hi = hd_mul_dd(log_hi, log_lo, s - 0.5, &hi_lo);
  const double log2e = 0x1.71547652b82fep0, log2e_lo = 0x1.777d0ffda0d24p-56;
  D part = s * log2e;
  D part_lo = HD_FMA(s, log2e, -part) + s * log2e_lo;
  D r = 1.0 / s;
  D series = hd_stirling_poly(r * r) * r;
  D l = hd_two_sum(hi, -part, &err);
  *lo = err + (hi_lo - part_lo) + HD_MAD(series, log2e, s_lo * log_hi);
  return l;
}

// Stirling's series at a + 10, P = (a + 1) ... (a + 9) leads back; below zero by reflection. The
// powers of two come last, so that only the result can overflow or be subnormal.
HD_API D tgamma(D x) {
  L q, n;
  D ax = HD_ABS(x);
  D sr = hd_pi_reduce(ax, &q);
  D sine = hd_sin_pick(hd_sinpi_poly(sr), hd_cospi_poly(sr), q);
  D a = ax > 200.0 ? (D)200.0 : ax;
  D s = a + 10.0, l_lo;
  D l = hd_stirling_dd(s, a - (s - 10.0), &l_lo);
  // Four factors share the rounding error of w = a * (a + 9); one of them makes up for all.
  D a2 = a * a, a9 = a * 9.0, w_lo;
  D w = hd_two_sum(a2, a9, &w_lo);
  w_lo += HD_FMA(a, a, -a2) + HD_FMA(a, 9.0, -a9);
  D p = ((a + 9.0) * (w + 8.0)) * ((w + 14.0 + 4.0 * w_lo) * (w + 18.0)) * (w + 20.0);
  L below = x < 0.0;
  D sign = below ? (D)-1.0 : (D)1.0;
  D e = hd_exp2_dd(sign * l, sign * l_lo, &n);
  D up = e * -0x1.40d931ff62706p-20 * p, down = e * 0x1.40d931ff62706p+1 / p;
  D num = below ? up : down;
  n += below ? (L)20 : (L)0;
  D result = hd_scale(num / (below ? sine : a), n);
  L pole = below & (HD_FLOOR(x) == x);
  result = pole ? HD_NAN : result;
  T limit = HD_COPYSIGN(HD_INF, x);
  result = x == 0.0 ? limit : result;
  return x < HD_INF ? result : x;
}
