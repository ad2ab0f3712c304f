// SPDX-License-Identifier: Apache-2.0
// Cores of the exponential functions, double: as exp_core_f.h.

HD_INLINE D hd_clamp(D x, double lo, double hi) {
  x = x < lo ? (D)lo : x;
  return x > hi ? (D)hi : x;
}

HD_INLINE D hd_round_bits(D x, double scale, __private L* n) {
  D t = HD_MAD(x, scale, 0x1.8p52);
  *n = HD_AS(L, t) - HD_AS(long, 0x1.8p52);
  return t - 0x1.8p52;
}

HD_INLINE D hd_exp_reduce(D x, __private L* n) {
  D k = hd_round_bits(x, 0x1.71547652b82fep+0, n);
  D r = HD_FMA(-k, 0x1.62e42fefa39efp-1, x);
  return HD_FMA(-k, 0x1.abc9e3b39803fp-56, r);
}

HD_INLINE D hd_expm1_poly(D r) {
  D q = HD_P10(r, 0x1.000000000000ap-1, 0x1.55555555554fcp-3, 0x1.5555555550688p-5,
               0x1.111111112725fp-7, 0x1.6c16c1848904bp-10, 0x1.a01a012dcb0abp-13,
               0x1.a0199921d1781p-16, 0x1.71df1d1456b42p-19, 0x1.28ae3e02f0d9dp-22,
               0x1.ad8d5901e4b8p-26);
  return HD_MAD(r * r, q, r);
}

HD_INLINE D hd_exp(D x) {
  L n;
  D r = hd_exp_reduce(hd_clamp(x, -746.0, 710.0), &n);
  return hd_scale(1.0 + hd_expm1_poly(r), n);
}

HD_INLINE D hd_expm1(D x) {
  L n;
  D r = hd_exp_reduce(hd_clamp(x, -38.0, 710.0), &n);
  D s = hd_pow2i(n - 1);
  return 2.0 * HD_FMA(s, hd_expm1_poly(r), s - 0.5);
}

// 2^r for |r| <= 0.5.
HD_INLINE D hd_exp2_poly(D r) {
  D q = HD_P11(r, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c5a6p-3, 0x1.c6b08d704a12ap-5,
               0x1.3b2ab6fb9fd79p-7, 0x1.5d87fe789f11dp-10, 0x1.4309130f7bdb8p-13,
               0x1.ffcbfc641948p-17, 0x1.62bfc627a9258p-20, 0x1.b52527b1cfbp-24,
               0x1.e61da9b9ba7e9p-28, 0x1.e96c004418111p-32);
  return HD_MAD(r, q, 1.0);
}

HD_INLINE D hd_exp2(D x) {
  L n;
  D xc = hd_clamp(x, -1076.0, 1025.0);
  D r = xc - hd_round_bits(xc, 1.0, &n);
  return hd_scale(hd_exp2_poly(r), n);
}

HD_INLINE D hd_exp10(D x) {
  L n;
  D xc = hd_clamp(x, -324.0, 309.0);
  D k = hd_round_bits(xc, 0x1.a934f0979a371p+1, &n);
  D r = HD_FMA(-k, 0x1.34413509f79ffp-2, xc);
  r = HD_FMA(k, 0x1.9dc1da994fd21p-59, r);
  D q =
      HD_P11(r, 0x1.26bb1bbb55516p1, 0x1.53524c73cea77p1, 0x1.0470591de2b46p1, 0x1.2bd7609fd4fd1p0,
             0x1.1429ffd220368p-1, 0x1.a7ed70a1e58a9p-3, 0x1.16e4dee99dde9p-4, 0x1.41165e2e6632ap-6,
             0x1.4899e45e57ad4p-8, 0x1.2f74d236604b5p-10, 0x1.f7649f50c4189p-13);
  return hd_scale(HD_MAD(r, q, 1.0), n);
}
