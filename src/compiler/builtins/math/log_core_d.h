// SPDX-License-Identifier: Apache-2.0
// Cores of the logarithms, double: log(1 + f) = 2 atanh(s), s = f / (2 + f).
#include "tables_d.h"

// log(1 + f) - f for 1 + f in [sqrt(1/2), sqrt(2)]: the logarithm fit to 2^-59.4.
HD_INLINE D hd_log_tail(D f) {
  D s = f / (2.0 + f);
  D z = s * s;
  D z2 = z * z;
  D q = HD_MAD(HD_P3(z, 0x1.74664ae762b61p-3, 0x1.39a06f2a25acp-3, 0x1.2f1344d30c403p-3), z2 * z2,
               HD_E4(z, z2, 0x1.5555555555593p-1, 0x1.999999997f9d5p-2, 0x1.249249422e16ap-2,
                     0x1.c71c51d340c31p-3));
  D h = 0.5 * f * f;
  return s * HD_MAD(z, q, h) - h;
}

// x = m * 2^e with m in [47/64, 94/64) and the place of m in the tables. x is positive, normal and
// finite, or the result is garbage.
HD_INLINE D hd_split_by_table(D x, __private D* e, __private L* place) {
  const long low = 0x3fe7800000000000;
  L above = HD_AS(L, x) + (0x4000000000000000 - low);
  *e = HD_AS(D, HD_AS(L, HD_AS(UL, above) >> 52) | 0x4330000000000000) - 0x1.00000000004p52;
  *place = HD_AS(L, HD_AS(UL, above) >> 48);
  return HD_AS(D, (above & 0xfffffffffffff) + low);
}

// e * log(2) + log(1 + f), for the place of 1 + f. The logarithm of what the table leaves is fit to
// 2^-55.3.
HD_INLINE D hd_log_by_table(D e, D f, L place) {
  D c = hd_lookup(hd_log_recip, place);
  D g = HD_FMA(f, c, c - 1.0);
  D g2 = g * g;
  D q = HD_E8(g, g2, g2 * g2, -0x1.ffffffffffff3p-2, 0x1.55555555554f8p-2, -0x1.00000000670f7p-2,
              0x1.9999999b9b068p-3, -0x1.555545453a71cp-3, 0x1.2492305aed92ap-3,
              -0x1.00669fbc1af63p-3, 0x1.c80592670c81ap-4);
  D hi = HD_MAD(e, 0x1.62e42fefa4p-1, hd_lookup(hd_log_of, place));
  return hi + (g + HD_MAD(g2, q, e * -0x1.8432a1b0e2634p-43));
}

HD_INLINE D hd_log_join(D e, D f) {
  D lo = HD_MAD(e, -0x1.8432a1b0e2634p-43, hd_log_tail(f));
  return HD_MAD(e, 0x1.62e42fefa4p-1, f + lo);
}

// log2(x) = *e + log2(1 + return value).
HD_INLINE D hd_log2_split_by_table(D x, __private D* e) {
  L place;
  D m = hd_split_by_table(x, e, &place), c = hd_lookup(hd_log2_recip, place);
  *e += hd_lookup(hd_log2_of, place);
  return HD_FMA(m - 1.0, c, c - 1.0);
}

// Those with _raw take positive, normal and finite numbers.
HD_INLINE D hd_log_raw(D x) {
  // 2 atanh(s / 2) for s = f / (1 + f / 2), fit to 2^-59.5: good to 3 ULP, and shorter than
  // hd_log_tail.
  D e, f = hd_split(x, &e);
  D s = f / HD_MAD(f, 0.5, 1.0);
  D z = s * s, z2 = z * z;
  D q = HD_E7(z, z2, z2 * z2, 0x1.5555555555592p-4, 0x1.999999997ff68p-7, 0x1.24924941dae8ap-9,
              0x1.c71c521a6f8b1p-12, 0x1.74663b910decfp-14, 0x1.39a20d7df3f1ep-16,
              0x1.2f023f026511ap-18);
  D r = HD_MAD(s * z, q, s);
  return HD_MAD(e, 0x1.62e42fefa4p-1, HD_MAD(e, -0x1.8432a1b0e2634p-43, r));
}
HD_INLINE D hd_log2_raw(D x) {
  D e, f = hd_split(x, &e);
  D lo = HD_MAD(hd_log_tail(f), 0x1.71547652b82fep+0, f * 0x1.777d0ffda0d24p-56);
  return e + HD_MAD(f, 0x1.71547652b82fep+0, lo);
}
HD_INLINE D hd_log10_raw(D x) {
  D e;
  if (__hd_has_estimates()) {
    // log10(1 + g), fit to 2^-54.4.
    D g = hd_log2_split_by_table(x, &e), g2 = g * g;
    D q = HD_E8(g, g2, g2 * g2, -0x1.bcb7b1526e4fap-3, 0x1.287a7636f42cap-3, -0x1.bcb7b15386093p-4,
                0x1.63c62777e3906p-4, -0x1.287a63670c448p-4, 0x1.fc3f6bcc94291p-5,
                -0x1.bd86c6895819ep-5, 0x1.8c3986287ba28p-5);
    D lo = HD_MAD(g2, q, HD_MAD(e, -0x1.9dc1da994fd21p-59, g * 0x1.95355baaafad3p-57));
    return HD_MAD(e, 0x1.34413509f79ffp-2, HD_MAD(g, 0x1.bcb7b1526e50ep-2, lo));
  }
  D f = hd_split(x, &e);
  D lo = HD_MAD(hd_log_tail(f), 0x1.bcb7b1526e50ep-2, f * 0x1.95355baaafad3p-57);
  lo = HD_MAD(f, 0x1.bcb7b1526e50ep-2, HD_MAD(e, -0x1.80433b83b532ap-44, lo));
  return HD_MAD(e, 0x1.34413509f8p-2, lo);
}

// With estimates, for any number: log(1 + g), fit to 2^-55.1.
HD_INLINE D hd_log_by_parts(D x) {
  D sum, g = hd_log_split(x, hd_log_part_d, hd_log_of_d, 0x1.62e42fefa39efp-1, &sum);
  D q = HD_P10(g, 1.0, -0x1.ffffffffffffdp-2, 0x1.5555555555ad9p-2, -0x1.000000000f4adp-2,
               0x1.9999998957402p-3, -0x1.5555535559b75p-3, 0x1.2492a26c1ddd4p-3,
               -0x1.000bd5595bbadp-3, 0x1.c6674a23adad2p-4, -0x1.6d9523d86199bp-4);
  return HD_MAD(g, q, sum);
}
// log2(1 + g), fit to 2^-54.5.
HD_INLINE D hd_log2_by_parts(D x) {
  D sum, g = hd_log_split(x, hd_log2_part_d, hd_log2_of_d, 1.0, &sum);
  D q = HD_P10(g, 0x1.71547652b82fep0, -0x1.71547652b82fcp-1, 0x1.ec709dc3a0bf4p-2,
               -0x1.71547652ce092p-2, 0x1.2776c5033b60ap-2, -0x1.ec709ae371c9cp-3,
               0x1.a617e3b13a11bp-3, -0x1.71658593739dbp-3, 0x1.47c7e76dede32p-3,
               -0x1.07b2bc34e6071p-3);
  return HD_MAD(g, q, sum);
}

// As in log_core_f.h.
HD_INLINE D hd_log1p_raw(D x) {
  const long low = __hd_has_estimates() ? 0x3fe7800000000000 : 0x3fe6a09e667f3bcd;
  D u = 1.0 + x;
  L above = HD_AS(L, u) + (0x4000000000000000 - low);
  D e = HD_AS(D, HD_AS(L, HD_AS(UL, above) >> 52) | 0x4330000000000000) - 0x1.00000000004p52;
  D s = HD_AS(D, 0x7ff0000000000000 - (above & (long)0xfff0000000000000));
  D f = HD_FMA(x, s, s - 1.0);
  if (__hd_has_estimates()) return hd_log_by_table(e, f, HD_AS(L, HD_AS(UL, above) >> 48));
  return hd_log_join(e, f);
}

// The logarithms of HD_MAKE_NORMAL.
#define HD_LOG_OF_FACTOR 0x1.2b708872320e2p5
#define HD_LOG2_OF_FACTOR 54.0
#define HD_LOG10_OF_FACTOR 0x1.041704c068eefp4
#include "log_special.h"
