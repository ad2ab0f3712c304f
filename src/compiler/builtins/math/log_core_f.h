// SPDX-License-Identifier: Apache-2.0
// Cores of the logarithms, float: log(x) = e * log(2) + log(1 + f) with 1 + f in [sqrt(1/2),
// sqrt(2)). Those with _raw take positive, normal and finite numbers.
#include "tables_f.h"

// log(1 + f), fit to 2^-24.9.
HD_INLINE F hd_log_near(F f) {
  F f2 = f * f;
  F q = HD_E8(f, f2, f2 * f2, -0x1.fffffap-2f, 0x1.5556f2p-2f, -0x1.0004bp-2f, 0x1.98d336p-3f,
              -0x1.535a3cp-3f, 0x1.317e24p-3f, -0x1.251406p-3f, 0x1.660ec8p-4f);
  return HD_MAD(f2, q, f);
}

// As hd_split; the exponent stays in its place: *e = e * 2^23.
HD_INLINE F hd_split_in_place(F x, __private F* e) {
  I n = (HD_AS(I, x) - 0x3f3504f3) & (int)0xff800000;
  *e = HD_CVT(F, n);
  return HD_AS(F, HD_AS(I, x) - n) - 1.0f;
}

HD_INLINE F hd_log_raw(F x) {
  F e;
  F f = hd_split_in_place(x, &e);
  return HD_MAD(e, 0x1.62e43p-24f, hd_log_near(f));
}

// log2(1 + f), fit to 2^-25.0.
HD_INLINE F hd_log2_raw(F x) {
  F e;
  F f = hd_split(x, &e);
  F q = HD_P9(f, 0x1.715476p0f, -0x1.71547p-1f, 0x1.ec736ep-2f, -0x1.715c5p-2f, 0x1.26dcd2p-2f,
              -0x1.e9655ap-3f, 0x1.b93f92p-3f, -0x1.a812e2p-3f, 0x1.027af6p-3f);
  return HD_MAD(f, q, e);
}

// log10(1 + f), fit to 2^-24.3.
HD_INLINE F hd_log10_raw(F x) {
  F e;
  F f = hd_split_in_place(x, &e);
  F q = HD_P9(f, 0x1.bcb7bp-2f, -0x1.bcb7aap-3f, 0x1.287ccap-3f, -0x1.bcc1bep-4f, 0x1.62f08p-4f,
              -0x1.268b4cp-4f, 0x1.0a6dc2p-4f, -0x1.003666p-4f, 0x1.35c5d4p-5f);
  F lo = HD_MAD(e, 0x1.3509f8p-41f, f * q);
  return HD_MAD(e, 0x1.344p-25f, lo);
}

// log(1 + x). The power of two s that brings 1 + x near 1 is a number that 1 + x * s - 1 can be
// rounded once with: f = x * s + (s - 1). 0 <= x <= 2^100, or a little below 0.
HD_INLINE F hd_log1p_raw(F x) {
  F u = 1.0f + x;
  I n = (HD_AS(I, u) - 0x3f3504f3) >> 23;
  F s = HD_AS(F, 0x3f800000 - (n << 23));
  F f = HD_FMA(x, s, s - 1.0f);
  F e = HD_CVT(F, n);
  F lo = HD_MAD(e, -0x1.05c61p-29f, hd_log_near(f));
  return HD_MAD(e, 0x1.62e43p-1f, lo);
}

// With estimates, for any number: log(1 + g), fit to 2^-27.2.
HD_INLINE F hd_log_by_parts(F x) {
  F sum, g = hd_log_split(x, hd_log_part_f, hd_log_of_f, 0x1.62e43p-1f, &sum);
  F q = HD_P5(g, 1.0f, -0x1.fffffep-2f, 0x1.55579ep-2f, -0x1.002bep-2f, 0x1.86d584p-3f);
  return HD_MAD(g, q, sum);
}
// log2(1 + g), fit to 2^-25.6.
HD_INLINE F hd_log2_by_parts(F x) {
  F sum, g = hd_log_split(x, hd_log2_part_f, hd_log2_of_f, 1.0f, &sum);
  F q = HD_P5(g, 0x1.715476p0f, -0x1.715474p-1f, 0x1.ec73d8p-2f, -0x1.719af2p-2f, 0x1.1a585p-2f);
  return HD_MAD(g, q, sum);
}

// The logarithms of HD_MAKE_NORMAL.
#define HD_LOG_OF_FACTOR 0x1.0a2b24p4f
#define HD_LOG2_OF_FACTOR 24.0f
#define HD_LOG10_OF_FACTOR 0x1.ce61dp2f
#include "log_special.h"
