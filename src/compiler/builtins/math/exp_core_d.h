// SPDX-License-Identifier: Apache-2.0
// Cores of the exponential functions, double: as exp_core_f.h.
#include "tables_d.h"

#undef HD_EXP2_LN2
#define HD_EXP2_LN2 0x1.62e42fefa39efp-1

HD_INLINE D hd_exp_rest(D x, D k) {
  D r = HD_FMA(-k, 0x1.62e42fefa39efp-1, x);
  return HD_FMA(-k, 0x1.abc9e3b39803fp-56, r);
}

HD_INLINE D hd_exp_reduce(D x, int less, __private D* power) {
  const double middle = 0x1.8p52 + (1023 - less);
  D sum = HD_MAD(x, 0x1.71547652b82fep+0, middle);
  *power = HD_AS(D, HD_AS(L, sum) << 52);
  return hd_exp_rest(x, sum - middle);
}

// e^r - 1 for |r| <= 0.35, fit to 2^-54.1.
HD_INLINE D hd_expm1_poly(D r) {
  D q = HD_P10(r, 0x1.000000000000ap-1, 0x1.55555555554fcp-3, 0x1.5555555550688p-5,
               0x1.111111112725fp-7, 0x1.6c16c1848904bp-10, 0x1.a01a012dcb0abp-13,
               0x1.a0199921d1781p-16, 0x1.71df1d1456b42p-19, 0x1.28ae3e02f0d9dp-22,
               0x1.ad8d5901e4b8p-26);
  return HD_MAD(r * r, q, r);
}

// e^r for |r| <= 0.35, fit to 2^-56.5.
HD_INLINE D hd_exp_poly(D r) {
  D r2 = r * r;
  return HD_MAD(r,
                HD_E11(r, r2, r2 * r2, 1.0, 0x1.000000000000ap-1, 0x1.55555555554fcp-3,
                       0x1.5555555550688p-5, 0x1.111111112725fp-7, 0x1.6c16c1848904bp-10,
                       0x1.a01a012dcb0abp-13, 0x1.a0199921d1781p-16, 0x1.71df1d1456b42p-19,
                       0x1.28ae3e02f0d9dp-22, 0x1.ad8d5901e4b8p-26),
                1.0);
}

// NAME(x) = POLY(REST(x, k)) * 2^k with k = round(x * SCALE), or by the table: NAME##_parts returns
// NAME(x) / 2^floor(*k), where k is a multiple of 1/16, and r * SHORT(r) is NAME(r) - 1.
#define HD_EXPONENTIAL(NAME, SCALE, REST, POLY, SHORT, USUAL, LOWEST, HIGHEST) \
  HD_POWER_OF_TWO(NAME, SCALE, REST, POLY, USUAL, LOWEST, HIGHEST)             \
  HD_INLINE D NAME##_parts(D x, __private D* k) {                              \
    D sum = HD_MAD(x, SCALE, 0x1.8p48);                                        \
    *k = sum - 0x1.8p48;                                                       \
    D r = REST(x, *k), step = hd_lookup(hd_exp2_steps, HD_AS(L, sum));         \
    return HD_MAD(step, r * SHORT(r), step);                                   \
  }                                                                            \
  HD_INLINE D NAME(D x) {                                                      \
    if (!__hd_has_estimates()) return NAME##_usual(x);                         \
    D k, p = NAME##_parts(hd_clamp(x, LOWEST, HIGHEST), &k);                   \
    return __hd_scale(p, k);                                                   \
  }

// e^r = 1 + r * hd_exp_fine(r) for |r| <= log(2) / 32, fit to 2^-55.9.
HD_INLINE D hd_exp_fine(D r) {
  return HD_P6(r, 0x1.0000000000003p0, 0x1.fffffffffffecp-2, 0x1.555555547b3c3p-3,
               0x1.555555564d445p-5, 0x1.11123dcb04c2bp-7, 0x1.6c16c556a1a3p-10);
}

HD_EXPONENTIAL(hd_exp, 0x1.71547652b82fep+0, hd_exp_rest, hd_exp_poly, hd_exp_fine, 707.0, -746.0,
               710.0)

HD_INLINE D hd_half_expm1_by(D x, __private D* r) {
  D s;
  *r = hd_exp_reduce(x, 1, &s);
  return HD_FMA(s, hd_expm1_poly(*r), s - 0.5);
}
HD_INLINE D hd_half_expm1(D x) {
  D r;
  return hd_half_expm1_by(x, &r);
}
// x itself where that is the same to the last bit: a half of it may be subnormal.
HD_INLINE D hd_expm1(D x) {
  D r, half_of_it = hd_half_expm1_by(hd_clamp(x, -38.0, 710.0), &r);
  return r * r < 0x1p-200 ? x : 2.0 * half_of_it;
}

// 2^r = 1 + r * (HD_EXP2_LN2 + r * hd_exp2_tail(r)) for |r| <= 0.5, fit to 2^-57.2.
HD_INLINE D hd_exp2_tail(D r) {
  D r2 = r * r;
  return HD_E10(r, r2, r2 * r2, 0x1.ebfbdff82c5a6p-3, 0x1.c6b08d704a12ap-5, 0x1.3b2ab6fb9fd79p-7,
                0x1.5d87fe789f11dp-10, 0x1.4309130f7bdb8p-13, 0x1.ffcbfc641948p-17,
                0x1.62bfc627a9258p-20, 0x1.b52527b1cfbp-24, 0x1.e61da9b9ba7e9p-28,
                0x1.e96c004418111p-32);
}
HD_INLINE D hd_exp2_poly(D r) {
  return HD_MAD(r, HD_MAD(r, hd_exp2_tail(r), (D)HD_EXP2_LN2), (D)1.0);
}

HD_INLINE D hd_exp2_rest(D x, D k) {
  return x - k;
}

// 2^r = 1 + r * hd_exp2_fine(r) for |r| <= 1/32, fit to 2^-55.9.
HD_INLINE D hd_exp2_fine(D r) {
  return HD_E6(r, r * r, 0x1.62e42fefa39f3p-1, 0x1.ebfbdff82c57bp-3, 0x1.c6b08d6f2d66dp-5,
               0x1.3b2ab6fc92ed1p-7, 0x1.5d897d0e01237p-10, 0x1.43090e76f5de4p-13);
}

HD_EXPONENTIAL(hd_exp2, 1.0, hd_exp2_rest, hd_exp2_poly, hd_exp2_fine, 1021.0, -1076.0, 1025.0)

HD_INLINE D hd_exp10_rest(D x, D k) {
  D r = HD_FMA(-k, 0x1.34413509f79ffp-2, x);
  return HD_FMA(k, 0x1.9dc1da994fd21p-59, r);
}

// 10^r for |r| <= log(2) / log(100), fit to 2^-57.2.
HD_INLINE D hd_exp10_poly(D r) {
  D r2 = r * r;
  return HD_MAD(r,
                HD_E11(r, r2, r2 * r2, 0x1.26bb1bbb55516p1, 0x1.53524c73cea77p1,
                       0x1.0470591de2b46p1, 0x1.2bd7609fd4fd1p0, 0x1.1429ffd220368p-1,
                       0x1.a7ed70a1e58a9p-3, 0x1.16e4dee99dde9p-4, 0x1.41165e2e6632ap-6,
                       0x1.4899e45e57ad4p-8, 0x1.2f74d236604b5p-10, 0x1.f7649f50c4189p-13),
                1.0);
}

// 10^r = 1 + r * hd_exp10_fine(r) for |r| <= log10(2) / 32, fit to 2^-55.9.
HD_INLINE D hd_exp10_fine(D r) {
  return HD_P6(r, 0x1.26bb1bbb55519p1, 0x1.53524c73cea5cp1, 0x1.0470591d3bfebp1,
               0x1.2bd760a0a625cp0, 0x1.142b302b729c4p-1, 0x1.a7ed824c7042ap-3);
}

HD_EXPONENTIAL(hd_exp10, 0x1.a934f0979a371p+1, hd_exp10_rest, hd_exp10_poly, hd_exp10_fine, 307.0,
               -324.0, 309.0)
