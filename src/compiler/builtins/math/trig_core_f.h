// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and their argument reduction, float.

// Returns sin(r) for |r| <= pi/4, fit to 2^-27.9. The product keeps the sign of a zero.
HD_INLINE F hd_sin_poly(F r) {
  return r * HD_P4(r * r, 1.0f, -0x1.555546p-3f, 0x1.110778p-7f, -0x1.9954p-13f);
}
// Returns cos(r) for |r| <= pi/4, fit to 2^-32.5.
HD_INLINE F hd_cos_poly(F r) {
  return HD_P5(r * r, 1.0f, -0.5f, 0x1.555548p-5f, -0x1.6c0b04p-10f, 0x1.99989cp-16f);
}

// (sin(r) / r - 1) / z for z = r * r, |r| <= pi/2: sin(r), fit to 2^-24.4. As in trig_core_d.h.
HD_INLINE F hd_sin_rest(F z) {
  F q = HD_P3(z, 0x1.110edap-7f, -0x1.9f70e8p-13f, 0x1.5dabe8p-19f);
  return HD_MAD(z, q, __hd_has_lookups() ? -0x1.55554cp-3f : -0x1.55554ap-3f);
}

// Reduces a finite a >= 2^17 by Payne and Hanek's method: a * 2/pi modulo 4 from 96 bits of 2/pi,
// which are chosen by shifts and selects instead of loads from a table.
HD_INLINE F hd_trig_reduce_huge(F a, __private I* q) {
  I e = (HD_AS(I, a) >> 23) - 120;  // position of the wanted bits in 0 . w1 w2 ... (32-bit words)
  UL m = HD_CVT(UL, (HD_AS(U, a) & 0x7fffffu) | 0x800000u);
  I s4 = (e & 128) != 0, s2 = (e & 64) != 0, s1 = (e & 32) != 0;
  U w0 = s4 ? (U)0xf534ddc0u : (U)0u, w1 = s4 ? (U)0xdb629599u : (U)0xa2f9836eu;
  U w2 = s4 ? (U)0x3c439041u : (U)0x4e441529u, w3 = s4 ? (U)0xfe5163abu : (U)0xfc2757d1u;
  U w4 = (U)0xf534ddc0u, w5 = (U)0xdb629599u, w6 = (U)0x3c439041u;
  w0 = s2 ? w2 : w0, w1 = s2 ? w3 : w1, w2 = s2 ? w4 : w2, w3 = s2 ? w5 : w3, w4 = s2 ? w6 : w4;
  w0 = s1 ? w1 : w0, w1 = s1 ? w2 : w1, w2 = s1 ? w3 : w2, w3 = s1 ? w4 : w3;
  U up = HD_AS(U, e) & 31u, down = 31u - up;
  U u0 = (w0 << up) | ((w1 >> 1) >> down);
  U u1 = (w1 << up) | ((w2 >> 1) >> down);
  U u2 = (w2 << up) | ((w3 >> 1) >> down);
  UL low = (m * HD_CVT(UL, u2)) >> 32;
  UL mid = m * HD_CVT(UL, u1) + low;
  U hi = HD_CVT(U, mid >> 32) + HD_CVT(U, m) * u0;
  U quadrant = (hi + 0x20000000u) >> 30;
  *q = HD_AS(I, quadrant);
  D frac = HD_CVT(D, HD_AS(I, hi - (quadrant << 30))) * 0x1p-30 +
           HD_CVT(D, HD_CVT(U, mid & 0xffffffffu)) * 0x1p-62;
  return HD_CVT(F, frac * 0x1.921fb54442d18p0);
}

#define HD_TRIG_PARTS_F 0x1.921fb4p+0f, 0x1.4442dp-24f, 0x1.84698ap-48f
#define HD_TRIG_TWICE_PARTS_F 0x1.921fb4p+1f, 0x1.4442dp-23f, 0x1.84698ap-47f
#define HD_TRIG_PARTS HD_TRIG_PARTS_F
#define HD_TRIG_TWICE_PARTS HD_TRIG_TWICE_PARTS_F
#define HD_TRIG_HUGE 0x1p17f
#include "trig_reduce.h"

// tan(r) for |r| <= pi/4, fit to 2^-24.1, or tan(r + pi/2) where q is odd.
HD_INLINE F hd_tan_quadrant(F r, I q) {
  F z = r * r;
  F p = HD_P6(z, 0x1.55555p-2f, 0x1.111666p-3f, 0x1.b888c4p-5f, 0x1.7b6a5p-6f, 0x1.4e504cp-8f,
              0x1.0e5b38p-7f);
  F t = HD_MAD(r * z, p, r);
  return (q & 1) != 0 ? -1.0f / t : t;
}

// sin(pi r) / r for z = r * r, |r| <= 1/2, fit to 2^-25.0.
HD_INLINE F hd_sinpi_ratio(F z) {
  return HD_P5(z, 0x1.921fb6p1f, -0x1.4abbd8p2f, 0x1.466b26p1f, -0x1.328004p-1f, 0x1.407998p-4f);
}

// sin(pi r) and cos(pi r) for |r| <= 1/4: sin(pi r), fit to 2^-25.0.
HD_INLINE F hd_sinpi_poly(F r) {
  F z = r * r;
  F q = HD_P4(z, -0x1.4abc1cp2f, 0x1.468e6cp1f, -0x1.3e497cp-1f, 0x1.eb5482p-3f);
  return HD_MAD(r, 0x1.921fb6p1f, r * z * q);
}
// And cos(pi r), fit to 2^-30.8.
HD_INLINE F hd_cospi_poly(F r) {
  F z = r * r;
  F q = HD_P4(z, -0x1.3bd3ccp2f, 0x1.03c1b8p2f, -0x1.55b7cep0f, 0x1.d684aap-3f);
  return HD_MAD(z, q, 1.0f);
}
