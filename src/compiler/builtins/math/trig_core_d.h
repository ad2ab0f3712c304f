// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and their argument reduction, double: as trig_core_f.h.

// sin(r) for |r| <= pi/4, fit to 2^-57.8.
HD_INLINE D hd_sin_poly(D r) {
  return r * HD_P7(r * r, 1.0, -0x1.5555555555548p-3, 0x1.111111110f74cp-7, -0x1.a01a019beebd7p-13,
                   0x1.71de355b4ef38p-19, -0x1.ae5e5114a03d2p-26, 0x1.5d8d1fe5c5602p-33);
}
// And cos(r), fit to 2^-63.8.
HD_INLINE D hd_cos_poly(D r) {
  return HD_P8(r * r, 1.0, -0.5, 0x1.555555555554bp-5, -0x1.6c16c16c15009p-10,
               0x1.a01a019c8d111p-16, -0x1.27e4f7ef88f7ap-22, 0x1.1ee9da2000706p-29,
               -0x1.8fa582fcf2959p-37);
}

// (sin(r) / r - 1) / z for z = r * r, |r| <= pi/2: sin(r), fit to 2^-53.0. At pi/2 it is so much
// too small that rounding errors do not lead beyond one; where products are rounded it is too
// large, and clamped.
HD_INLINE D hd_sin_rest(D z) {
  D q = HD_H7(z, 0x1.11111111110c8p-7, -0x1.a01a01a014eb6p-13, 0x1.71de3a52aab95p-19,
              -0x1.ae6454d96099fp-26, 0x1.6123ce513361p-33, -0x1.ae43dc992f88bp-41,
              0x1.883a973b2f416p-49);
  return HD_MAD(z, q, __hd_has_lookups() ? -0x1.5555555555555p-3 : -0x1.5555555555554p-3);
}

// sin(r) / r for z = r * r - HD_SIN_SHIFT, |r| <= pi/2, fit to 2^-53.3, for cosines with fused
// products. Their zero is pi/2 here, where rounding errors of a sum in r * r would outweigh what is
// left below one: this one gives exactly one for cos(0), and nothing larger for any number nearby.
#define HD_SIN_SHIFT 0x1.9efde4999999ap+0
HD_INLINE D hd_sin_ratio(D z) {
  D q = HD_H7(z, 0x1.e5acd6e1ce345p-8, -0x1.7bfaef24cf303p-13, 0x1.5772f036abffap-19,
              -0x1.94457040c60b6p-26, 0x1.4e82230e0feb6p-33, -0x1.9a653e936a011p-41,
              0x1.883a973b2f416p-49);
  return HD_MAD(z, HD_MAD(z, q, -0x1.211c3256dcceep-3), 0x1.807558721d3afp-1);
}

// Convert a 32-bit number in a 64-bit lane, unsigned or signed, to double.
HD_INLINE D hd_u32_to_fp(UL x) {
  return HD_AS(D, x | 0x4330000000000000ul) - 0x1p52;
}
HD_INLINE D hd_s32_to_fp(UL x) {
  return HD_AS(D, ((x ^ 0x80000000ul) & 0xfffffffful) | 0x4330000000000000ul) - 0x1.000008p52;
}

// Reduces a finite a >= 2^30 by Payne and Hanek's method (SIGNUM Newsletter 18, 1983) with 192 bits
// of 2/pi, multiplied in 32-bit columns. The upper four are kept: 126 bits below the quadrant, and
// no double is closer than 2^-62 to a multiple of pi/2.
HD_INLINE D hd_trig_reduce_huge(D a, __private L* q) {
  UL e = (HD_AS(UL, a) >> 52) - 1053;
  UL m = (HD_AS(UL, a) & 0xffffffffffffful) | 0x10000000000000ul;
  L s8 = (e & 512) != 0, s4 = (e & 256) != 0, s2 = (e & 128) != 0, s1 = (e & 64) != 0;
  UL w0 = s8 ? (UL)0xbb4484e99c7026b4ul : (UL)0x000000a2f9836e4eul;
  UL w1 = s8 ? (UL)0x5f7e413991d63983ul : (UL)0x441529fc2757d1f5ul;
  UL w2 = s8 ? (UL)0x5339f49c845f8bbdul : (UL)0x34ddc0db6295993cul;
  UL w3 = s8 ? (UL)0xf9283b1ff897ffdeul : (UL)0x439041fe5163abdeul;
  UL w4 = s8 ? (UL)0x05980fef2f118b5aul : (UL)0xbbc561b7246e3a42ul;
  UL w5 = s8 ? (UL)0x0a6d1f6d367ecf27ul : (UL)0x4dd2e006492eea09ul;
  UL w6 = s8 ? (UL)0xcb09b74f463f669eul : (UL)0xd1921cfe1deb1cb1ul;
  UL w7 = s8 ? (UL)0x5fea2d7527bac7ebul : (UL)0x29a73ee88235f52eul;
  UL w8 = s8 ? (UL)0xe5f17b3d0739f78aul : (UL)0xbb4484e99c7026b4ul;
  UL w9 = s8 ? (UL)0x5292ea6bfb5fb11ful : (UL)0x5f7e413991d63983ul;
  UL w10 = s8 ? (UL)0x8d5d0856033046fcul : (UL)0x5339f49c845f8bbdul;
  w0 = s4 ? w4 : w0, w1 = s4 ? w5 : w1, w2 = s4 ? w6 : w2, w3 = s4 ? w7 : w3, w4 = s4 ? w8 : w4,
  w5 = s4 ? w9 : w5, w6 = s4 ? w10 : w6;
  w0 = s2 ? w2 : w0, w1 = s2 ? w3 : w1, w2 = s2 ? w4 : w2, w3 = s2 ? w5 : w3, w4 = s2 ? w6 : w4;
  w0 = s1 ? w1 : w0, w1 = s1 ? w2 : w1, w2 = s1 ? w3 : w2, w3 = s1 ? w4 : w3;
  UL up = e & 63ul, down = 63ul - up;
  const ulong low = 0xfffffffful;
  UL b0 = (w0 << up) | ((w1 >> 1) >> down);
  UL b1 = (w1 << up) | ((w2 >> 1) >> down);
  UL b2 = (w2 << up) | ((w3 >> 1) >> down);
  UL m0 = m & low, m1 = m >> 32;
  UL f0 = b2 & low, f1 = b2 >> 32, f2 = b1 & low, f3 = b1 >> 32, f4 = b0 & low, f5 = b0 >> 32;
  UL c0 = ((m0 * f1) >> 32) + ((m1 * f0) >> 32);
  UL p = m0 * f2, r = m1 * f1;
  c0 += (p & low) + (r & low);
  UL c1 = (p >> 32) + (r >> 32) + (c0 >> 32);
  p = m0 * f3, r = m1 * f2;
  c1 += (p & low) + (r & low);
  UL c2 = (p >> 32) + (r >> 32) + (c1 >> 32);
  p = m0 * f4, r = m1 * f3;
  c2 += (p & low) + (r & low);
  UL c3 = ((p >> 32) + (r >> 32) + (c2 >> 32) + m0 * f5 + m1 * f4) & low;
  UL quadrant = (c3 + 0x20000000ul) >> 30;
  *q = HD_AS(L, quadrant);
  D top = hd_s32_to_fp(c3 - (quadrant << 30)) * 0x1p-30, second = hd_u32_to_fp(c2 & low) * 0x1p-62;
  D third = hd_u32_to_fp(c1 & low) * 0x1p-94 + hd_u32_to_fp(c0 & low) * 0x1p-126;
  D err, lo;
  D h = hd_two_sum(top, second, &err);
  h = hd_two_sum(h, third, &lo);
  lo += err;
  D x = h * 0x1.921fb54442d18p0;
  D x_lo = HD_FMA(h, 0x1.921fb54442d18p0, -x) + h * 0x1.1a62633145c07p-54;
  return x + HD_MAD(lo, 0x1.921fb54442d18p0, x_lo);
}

#define HD_TRIG_PARTS 0x1.921fb54442d18p+0, 0x1.1a62633145c06p-54, 0x1.c1cd129024e09p-107
#define HD_TRIG_TWICE_PARTS 0x1.921fb54442d18p+1, 0x1.1a62633145c06p-53, 0x1.c1cd129024e09p-106
#define HD_TRIG_HUGE 0x1p30
#include "trig_reduce.h"

// As in trig_core_f.h: tan(r) is r P(z) / Q(z), here and below.
HD_INLINE D hd_tan_quotient(D s, D c, L q) {
  L odd = (q & 1) != 0;
  return (odd ? c : s) / (odd ? -s : c);
}
// tan(r) for |r| <= pi/4, fit to 2^-56.7.
HD_INLINE D hd_tan_quadrant(D r, L q) {
  D z = r * r;
  D p = HD_P4(z, 1.0, -0x1.11111111110f7p-3, 0x1.c01c01c01929bp-9, -0x1.29f6b20725d43p-16);
  D c = HD_P5(z, 1.0, -0x1.dddddddddddcbp-2, 0x1.a41a41a41998bp-6, -0x1.45e5d2b9d3ef4p-12,
              0x1.08db4838c3ba9p-21);
  return hd_tan_quotient(r * p, c, q);
}

// tan(pi a) for a >= 0, and what a is more than the nearest half. From 2^51 on there are halves and
// whole numbers only. Within a quarter of that it is fit to 2^-53.4.
HD_INLINE D hd_tanpi_part(D a, __private D* r) {
  D b = a > 0x1p51 ? (D)0x1p51 : a;
  D sum = HD_MAD(b, 2.0, 0x1p52);
  *r = HD_MAD(sum - 0x1p52, -0.5, b);
  D z = *r * *r;
  D p = HD_P4(z, 0x1.921fb54442d18p+1, -0x1.08963eb5164f6p+2, 0x1.0bd5262048b45p+0,
              -0x1.b76c336692ae2p-5);
  D c = HD_P5(z, 1.0, -0x1.26c5ade6d523bp+2, 0x1.3fb39e297ca23p+1, -0x1.31f8a4995e84ap-2,
              0x1.32c65e4acdef0p-8);
  return hd_tan_quotient(*r * p, c, HD_AS(L, sum));
}

// sin(pi r) / r for z = r * r, |r| <= 1/2, fit to 2^-54.5.
HD_INLINE D hd_sinpi_ratio(D z) {
  return HD_P9(z, 0x1.921fb54442d18p1, -0x1.4abbce625be39p2, 0x1.466bc67759fccp1,
               -0x1.32d2cce5e66ebp-1, 0x1.5078346ab756fp-4, -0x1.e30741a6ba9a9p-8,
               0x1.e8f023f73b686p-12, -0x1.6f0536efcca52p-16, 0x1.8f9e5a09925a1p-21);
}

// sin(pi r) for |r| <= 1/4, fit to 2^-54.5.
HD_INLINE D hd_sinpi_poly(D r) {
  D z = r * r;
  D q = HD_P7(z, -0x1.4abbce625be01p2, 0x1.466bc67753d55p1, -0x1.32d2ccde1222cp-1,
              0x1.50782aae65ef5p-4, -0x1.e2fa787f26ca1p-8, 0x1.e06afd5586ee7p-12,
              0x1.add9d42419c1fp-17);
  return HD_MAD(r, 0x1.921fb54442d18p1, r * z * q);
}
// And cos(pi r), fit to 2^-61.1.
HD_INLINE D hd_cospi_poly(D r) {
  D z = r * r;
  D q = HD_P7(z, -0x1.3bd3cc9be45dep2, 0x1.03c1f081b5a67p2, -0x1.55d3c7e3c325cp0,
              0x1.e1f5067b90e22p-3, -0x1.a6d1e7297d361p-6, 0x1.f9c89cce8e0a6p-10,
              -0x1.b1673f09b3fc5p-14);
  return HD_MAD(z, q, 1.0);
}
