// SPDX-License-Identifier: Apache-2.0
// A float power has 16 ULP: the logarithm must be good to 2^-29, for which sums of two floats
// suffice and are twice as wide as doubles.
#include "exp_core_f.h"
#include "tables_f.h"

// sum + f * (C + P) + *lo as a sum of two floats: C is the float next to log2(e), f * P is given.
HD_INLINE F hd_log2_ff_join(F sum, F f, F rest, __private F* lo) {
  const float c = 0x1.715476p+0f;
  F hi = HD_FMA(f, c, sum);
  *lo = HD_FMA(f, c, sum - hi) + rest;
  return hi;
}

// As hd_log2_ff, but for *lo, which may be as large as 2^-8. What is left of a number by the table
// is so small that f * P(f) is good enough as one float; the constant of P is what C lacks. The
// logarithm of it is fit to 2^-30.4.
HD_INLINE F hd_log2_ff_by_table(F x, F above, __private F* lo) {
  I bits = HD_AS(I, x) - 0x3f3c0000;
  I place = bits >> 19, exponent = bits & (int)0xff800000;
  F f = HD_FMA(HD_AS(F, HD_AS(I, x) - exponent), hd_lookup(hd_log2_recip_f, place), (F)-1.0f);
  F rest = HD_MAD(
      f,
      HD_P5(f, 0x1.4b430ap-26f, -0x1.715472p-1f, 0x1.ec708ep-2f, -0x1.71b7acp-2f, 0x1.27e662p-2f),
      hd_lookup(hd_log2_lo_f, place));
  F sum = HD_FMA(HD_CVT(F, exponent), (F)0x1p-23f, hd_lookup(hd_log2_hi_f, place)) - above;
  return hd_log2_ff_join(sum, f, rest, lo);
}
// Likewise, fit to 2^-30.5.
HD_INLINE F hd_log2_ff_by_lookup(F x, F above, __private F* lo) {
  I bits = HD_AS(I, x) - 0x3f380000;
  I place = bits >> 20, exponent = bits & (int)0xff800000;
  F f =
      HD_FMA(HD_AS(F, HD_AS(I, x) - exponent), hd_lookup_of_8(hd_log2_recip_of_8, place), (F)-1.0f);
  F rest = HD_MAD(f,
                  HD_P6(f, 0x1.568cbcp-26f, -0x1.715476p-1f, 0x1.ec6ffp-2f, -0x1.715462p-2f,
                        0x1.28f5d4p-2f, -0x1.eff084p-3f),
                  hd_lookup_of_8(hd_log2_lo_of_8, place));
  F sum = HD_FMA(HD_CVT(F, exponent), (F)0x1p-23f, hd_lookup_of_8(hd_log2_hi_of_8, place)) - above;
  return hd_log2_ff_join(sum, f, rest, lo);
}

// log2(x) = return value + *lo for what is positive, normal and finite: log2(1 + f) = f * (C + f *
// (D + f * Q(f))), where C and D weigh so much that rounding errors of their sums count. `above` is
// what the exponent is too high. log2(1 + f) is fit to 2^-29.2.
HD_INLINE F hd_log2_ff(F x, F above, __private F* lo) {
  if (__hd_has_estimates()) return hd_log2_ff_by_table(x, above, lo);
  if (__hd_has_lookups()) return hd_log2_ff_by_lookup(x, above, lo);
  F e;
  F f = hd_split(x, &e);
  e -= above;
  F f2 = f * f;
  F f4 = f2 * f2;
  F q = HD_MAD(f4 * f4, (T)0x1.8a8506p-4f,
               HD_E8(f, f2, f4, 0x1.ec7094p-2f, -0x1.7154bcp-2f, 0x1.277c3cp-2f, -0x1.ec6a46p-3f,
                     0x1.a47c86p-3f, -0x1.6f87bep-3f, 0x1.5d8dcp-3f, -0x1.53831ap-3f));
  const float c = 0x1.715476p+0f, c_lo = 0x1.4ae0cp-26f, d = -0x1.715476p-1f;
  F v = HD_FMA(f, q, d);
  F v_lo = HD_FMA(f, q, d - v);
  F u = HD_FMA(f, v, c);
  F u_lo = HD_FMA(f, v, c - u) + HD_MAD(f, v_lo, c_lo);
  F hi = HD_FMA(f, u, e);
  *lo = HD_MAD(f, u_lo, HD_FMA(f, u, e - hi));
  return hi;
}

HD_INLINE F hd_exp2_ff(F hi, F lo) {
  I n;
  lo = HD_ABS(hi) > 200.0f ? (F)0.0f : lo;
  hi = hd_clamp(hi, -200.0f, 200.0f);
  F r = (hi - hd_round_bits(hi, 1.0f, &n)) + lo;
  return hd_scale(hd_exp2_poly(r), n);
}

// As hd_log2_ff, with subnormal numbers, and infinities for 0 and inf; then *lo is meaningless, and
// hd_exp2_ff drops it.
HD_INLINE F hd_log2_all(F a, __private F* lo) {
  I small = a < 0x1p-126f;
  F hi = hd_log2_ff(small ? a * HD_MAKE_NORMAL : a, small ? (F)HD_MADE_NORMAL : (F)0.0f, lo);
  F sum = hi + *lo;
  *lo = (hi - sum) + *lo;
  hi = a == 0.0f ? -HD_INF : sum;
  return a == HD_INF ? a : hi;
}

// 2^(k + r) for a normal result: k is a multiple of 1/HD_POW_PARTS, HD_POW_MIDDLE + k is given.
#undef HD_POW_PARTS
#undef HD_POW_MIDDLE
#define HD_POW_PARTS (__hd_has_estimates() ? 16 : __hd_has_lookups() ? 8 : 1)
#define HD_POW_MIDDLE \
  (__hd_has_estimates() ? 0x1.8p19f : __hd_has_lookups() ? 0x1.8p20f : 0x1.8p23f)
HD_INLINE F hd_exp2_parts(F sum, F r) {
  I bits = HD_AS(I, sum);
  if (!__hd_has_lookups()) return HD_AS(F, HD_AS(I, hd_exp2_poly(r)) + (bits << 23));
  if (!__hd_has_estimates()) {
    F part = HD_AS(F, HD_AS(I, hd_lookup_of_8(hd_exp2_steps_of_8, bits)) + (bits << 20));
    // 2^r for |r| <= 1/16, fit to 2^-31.9.
    F q = HD_P4(r, 0x1.62e43p-1f, 0x1.ebfbep-3f, 0x1.c6b97cp-5f, 0x1.3b2f4ap-7f);
    return HD_MAD(part, HD_MAD(r, q, hd_lookup_of_8(hd_exp2_lo_of_8, bits)), part);
  }
  // 2^r for |r| <= 1/32, fit to 2^-28.6.
  F step = HD_AS(F, HD_AS(I, hd_lookup(hd_exp2_steps_f, bits)) + (bits << 19));
  return HD_MAD(step * r, HD_P3(r, 0x1.62e43p-1f, 0x1.ebff92p-3f, 0x1.c6ad9ap-5f), step);
}

// Returns 2^((hi + lo) * y); *rare tells lanes whose result may be no normal number.
HD_INLINE F hd_exp2_product(F hi, F lo, F y, __private I* rare) {
  F sum = HD_MAD(__hd_has_lookups() ? hi + lo : hi, y, (F)HD_POW_MIDDLE);
  F r = HD_MAD(lo, y, HD_FMA(hi, y, HD_POW_MIDDLE - sum));
  const int limit = 125 * HD_POW_PARTS, first = HD_AS(int, HD_POW_MIDDLE) - limit;
  *rare = HD_AS(U, HD_AS(I, sum) - first) > (uint)(2 * limit);
  return hd_exp2_parts(sum, r);
}

// Returns 2^(p + p_lo); *rare as above.
HD_INLINE F hd_exp2_near(F p, F p_lo, __private I* rare) {
  F sum = p + HD_POW_MIDDLE;
  *rare = !(HD_ABS(p) < 125.0f);
  return hd_exp2_parts(sum, (p - (sum - HD_POW_MIDDLE)) + p_lo);
}

// Return a^y and a^(1/n) for a >= 0 in all cases but NaN; pow_body.h handles the others.
HD_INLINE F hd_pow_abs(F a, F y) {
  F lo;
  F hi = hd_log2_all(a, &lo);
  // |log2(a)| is zero or above 2^-25: a larger y changes nothing and would overflow, inf included.
  y = hd_clamp(y, -0x1p60f, 0x1p60f);
  F p = hi * y;
  return hd_exp2_ff(p, HD_MAD(lo, y, HD_FMA(hi, y, -p)));
}

// Computes the usual case; *rare tells lanes of another one.
HD_INLINE F hd_pow_usual(F x, F y, __private I* rare) {
  F lo;
  F hi = hd_log2_ff(x, (F)0.0f, &lo);
  F r = hd_exp2_product(hi, lo, y, rare);
  *rare |= HD_UNUSUAL(x);
  return r;
}

// Returns n as a sum of two floats.
HD_INLINE F hd_int_ff(I n, __private F* lo) {
  I low = n & 0x3ff;
  F a = HD_CVT(F, n - low), b = HD_CVT(F, low);
  F sum = a + b;
  *lo = b - (sum - a);
  return sum;
}
HD_INLINE F hd_pown_abs(F a, I n) {
  F lo, y_lo;
  F hi = hd_log2_all(a, &lo), y = hd_int_ff(n, &y_lo);
  F p = hi * y;
  return hd_exp2_ff(p, HD_MAD(lo, y, HD_MAD(hi, y_lo, HD_FMA(hi, y, -p))));
}
HD_INLINE F hd_pown_usual(F a, I n, __private I* rank) {
  I rare;
  F y = HD_CVT(F, n);
  F r = hd_pow_usual(a, y, &rare);
  *rank = (rare | (HD_ABS(y) > 0x1p23f)) ? (I)16 : (I)0;
  return r;
}
HD_INLINE F hd_rootn_abs(F a, I n) {
  F lo, y_lo;
  F hi = hd_log2_all(a, &lo), y = hd_int_ff(n, &y_lo);
  F q = hi / y;
  return hd_exp2_ff(q, (HD_FMA(-q, y, hi) - q * y_lo + lo) / y);
}
HD_INLINE F hd_rootn_usual(F a, I n, __private I* rare) {
  F lo;
  F y = HD_CVT(F, n);
  F hi = hd_log2_ff(a, (F)0.0f, &lo);
  F inverse = 1.0f / y;
  F q = hi * inverse;
  F r = hd_exp2_near(q, HD_MAD(HD_FMA(-q, y, hi), inverse, lo * inverse), rare);
  *rare |= HD_UNUSUAL(a) | (HD_ABS(y) > 0x1p23f);
  return r;
}
#include "pow_body.h"
