// SPDX-License-Identifier: Apache-2.0
#include "exp_core_d.h"
#include "log_core_d.h"
#include "pow_core_d.h"

// The largest finite and the smallest non-zero result lie within 2^1100.
HD_INLINE D hd_pow_finish(D hi, D lo) {
  L n;
  D p = hd_exp2_dd(hi, lo, &n);
  n = n > 1100 ? (L)1100 : n;
  n = n < -1100 ? (L)-1100 : n;
  return hd_scale(p, n);
}

// As hd_log2_short_dd: log2(1 + f) = f * (C + f * (d + f * Q(f))) for the f that the table leaves,
// which is exact; C is a sum. The logarithm of what is left is fit to 2^-60.9.
HD_INLINE D hd_log2_dd_by_table(D x, D above, __private D* lo) {
  const long low = 0x3fe7800000000000;
  L bits = HD_AS(L, x) - low;
  L place = HD_AS(L, HD_AS(UL, bits) >> 48), exponent = bits & (long)0xfff0000000000000;
  D f = HD_FMA(HD_AS(D, HD_AS(L, x) - exponent), hd_lookup(hd_pow_recip, place), (D)-1.0);
  D f2 = f * f;
  D q = HD_E8(f, f2, f2 * f2, 0x1.ec709dc3a02d9p-2, -0x1.71547652b8426p-2, 0x1.2776c5115b727p-2,
              -0x1.ec709dc802a49p-3, 0x1.a61731f0110fap-3, -0x1.715442225c381p-3,
              0x1.490e4b1474021p-3, -0x1.283b6e90236e6p-3);
  const double log2e = 0x1.71547652b82fep0, log2e_lo = 0x1.777d0ffda0d24p-56;
  D v = HD_FMA(f, q, (D)-0x1.71547652b82fep-1);
  D u = HD_FMA(f, v, (D)log2e);
  D u_lo = HD_FMA(f, v, log2e - u) + log2e_lo;
  D sum = HD_FMA(HD_CVT(D, exponent), (D)0x1p-52, hd_lookup(hd_pow_log2_hi, place)) - above;
  D hi = HD_FMA(f, u, sum);
  *lo = HD_FMA(f, u, sum - hi) + HD_MAD(f, u_lo, hd_lookup(hd_pow_log2_lo, place));
  return hi;
}

// log2(x) = return value + *lo to 2^-59 for what is positive, normal and finite: enough for 16 ULP.
// log2(m) = s * (C + z * R(z)) with s = (m - 1) / (m + 1), z = s * s, fit to 2^-65.7. `above` is
// what the exponent is too high.
HD_INLINE D hd_log2_short_dd(D x, D above, __private D* lo) {
  if (__hd_has_estimates()) return hd_log2_dd_by_table(x, above, lo);
  D e;
  D num = hd_split(x, &e), den = 2.0 + num;
  e -= above;
  D den_lo = num - (den - 2.0);
  D rcp = 1.0 / den;
  D s = num * rcp;
  D s_lo = rcp * HD_MAD(-s, den_lo, HD_FMA(-s, den, num));
  D z = s * s;
  D z_lo = HD_MAD(s + s, s_lo, HD_FMA(s, s, -z));
  D z2 = z * z;
  const double c = 0x1.71547652b82fep+1, c_lo = 0x1.777d0ffda0d24p-55, d = 0x1.ec709dc3a03fdp-1;
  D q =
      HD_E8(z, z2, z2 * z2, d, 0x1.2776c50ef9e92p-1, 0x1.a61762a7246b6p-2, 0x1.484b143fa6585p-2,
            0x1.0c9a5aaf411d5p-2, 0x1.c6a29ba3e1993p-3, 0x1.876d21781cfb2p-3, 0x1.8843a6cb51ebfp-3);
  D u = HD_MAD(z, q, c);
  D u_lo = HD_MAD(z, q, c - u) + HD_MAD(z_lo, d, c_lo);
  D hi = HD_MAD(s, u, e);
  *lo = HD_FMA(s, u, e - hi) + HD_MAD(s, u_lo, s_lo * u);
  return hi;
}

// As in pow_f.h.
HD_INLINE D hd_log2_all(D a, __private D* lo) {
  L small = a < 0x1p-1022;
  D hi = hd_log2_short_dd(small ? a * HD_MAKE_NORMAL : a, small ? (D)HD_MADE_NORMAL : (D)0.0, lo);
  hi = a == 0.0 ? -HD_INF : hi;
  return a == HD_INF ? a : hi;
}

// As in pow_f.h. What is added to the largest term has the bits that the term lost: the result is
// good to 0.8 ULP, and powers of integers that are numbers of 53 bits are exact, as programs
// expect.
#undef HD_POW_PARTS
#undef HD_POW_MIDDLE
#define HD_POW_PARTS (__hd_has_estimates() ? 16 : 1)
#define HD_POW_MIDDLE (__hd_has_estimates() ? 0x1.8p48 : 0x1.8p52)
HD_INLINE D hd_exp2_parts(D sum, D r) {
  if (!__hd_has_estimates()) {
    D p = HD_FMA(r, (D)HD_EXP2_LN2, (D)1.0);
    D p_lo = HD_MAD(r, (D)HD_EXP2_LN2, 1.0 - p);
    return hd_scale_near(p + HD_MAD(r * r, hd_exp2_tail(r), p_lo), sum);
  }
  L bits = HD_AS(L, sum);
  D step = HD_AS(D, HD_AS(L, hd_lookup(hd_pow_steps, bits)) + (bits << 48));
  return HD_MAD(step, HD_MAD(r, hd_exp2_fine(r), hd_lookup(hd_pow_steps_lo, bits)), step);
}
HD_INLINE D hd_exp2_product(D hi, D lo, D y, __private L* rare) {
  D sum = HD_MAD(hi, y, (D)HD_POW_MIDDLE);
  D r = HD_MAD(lo, y, HD_FMA(hi, y, HD_POW_MIDDLE - sum));
  const long limit = 1021 * HD_POW_PARTS, first = HD_AS(long, HD_POW_MIDDLE) - limit;
  *rare = HD_AS(UL, HD_AS(L, sum) - first) > (ulong)(2 * limit);
  return hd_exp2_parts(sum, r);
}
HD_INLINE D hd_exp2_near(D p, D p_lo, __private L* rare) {
  D sum = p + HD_POW_MIDDLE;
  *rare = !(HD_ABS(p) < 1021.0);
  return hd_exp2_parts(sum, (p - (sum - HD_POW_MIDDLE)) + p_lo);
}

HD_INLINE D hd_pow_usual(D x, D y, __private L* rare) {
  D lo;
  D hi = hd_log2_short_dd(x, (D)0.0, &lo);
  D r = hd_exp2_product(hi, lo, y, rare);
  *rare |= hd_log_unusual(x);
  return r;
}
HD_INLINE D hd_pown_usual(D a, I n, __private L* rank) {
  L rare;
  D y = HD_CVT(D, n);
  D r = hd_pow_usual(a, y, &rare);
  *rank = rare ? (L)16 : (L)0;
  return r;
}
HD_INLINE D hd_rootn_usual(D a, I n, __private L* rare) {
  D lo, y = HD_CVT(D, n);
  D hi = hd_log2_short_dd(a, (D)0.0, &lo);
  D inverse = 1.0 / y;
  D q = hi * inverse;
  D r = hd_exp2_near(q, HD_MAD(HD_FMA(-q, y, hi), inverse, lo * inverse), rare);
  *rare |= hd_log_unusual(a);
  return r;
}

HD_INLINE D hd_pow_abs(D a, D y) {
  D lo, p_lo;
  D hi = hd_log2_all(a, &lo);
  // |log2(a)| is zero or above 2^-54: a larger y changes nothing and would overflow, inf included.
  D p = hd_mul_dd(hi, lo, hd_clamp(y, -0x1p80, 0x1p80), &p_lo);
  return hd_pow_finish(p, p_lo);
}
HD_INLINE D hd_pown_abs(D a, I n) {
  return hd_pow_abs(a, HD_CVT(D, n));
}
HD_INLINE D hd_rootn_abs(D a, I n) {
  D lo, y = HD_CVT(D, n);
  D hi = hd_log2_all(a, &lo);
  D q = hi / y;
  return hd_pow_finish(q, (HD_FMA(-q, y, hi) + lo) / y);
}
#include "pow_body.h"
