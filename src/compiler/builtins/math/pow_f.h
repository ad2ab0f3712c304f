// SPDX-License-Identifier: Apache-2.0
// A float power has 16 ULP: the logarithm must be good to 2^-29, for which sums of two floats
// suffice and are twice as wide as doubles.
#include "exp_core_f.h"

// log2(x) = return value + *lo, x > 0. s = (m - 1) / (m + 1), log2(m) = s * (C + z * R(z)).
HD_INLINE F hd_log2_ff(F x, __private F* lo) {
  F e;
  F m = hd_split(x, &e);
  F num = m - 1.0f, den = m + 1.0f;
  F den_lo = m - (den - 1.0f);
  F rcp = 1.0f / den;
  F s = num * rcp;
  F s_lo = rcp * (HD_FMA(-s, den, num) - s * den_lo);
  F z = s * s;
  F tail = z * HD_P4(z, 0x1.ec709ep-1f, 0x1.2776e8p-1f, 0x1.a5cac4p-2f, 0x1.590594p-2f);
  const float c = 0x1.715476p+1f, c_lo = 0x1.4ae0cp-25f;
  F u = c + tail;
  F u_lo = (c - u) + tail + c_lo;
  F r = s * u;
  F r_lo = HD_FMA(s, u, -r) + HD_MAD(s, u_lo, s_lo * u);
  F hi = e + r;
  *lo = (e - hi) + r + r_lo;
  return hi;
}

HD_INLINE F hd_exp2_ff(F hi, F lo) {
  I n;
  lo = HD_ABS(hi) > 200.0f ? (F)0.0f : lo;
  hi = hd_clamp(hi, -200.0f, 200.0f);
  F r = (hi - hd_round_bits(hi, 1.0f, &n)) + lo;
  return hd_scale(hd_exp2_poly(r), n);
}

// As hd_log2_ff, with infinities for 0 and inf; then *lo is meaningless, and hd_exp2_ff drops it.
HD_INLINE F hd_log2_all(F a, __private F* lo) {
  F hi = hd_log2_ff(a, lo);
  hi = a == 0.0f ? -HD_INF : hi;
  return a == HD_INF ? a : hi;
}

// a^y and a^(1/n) for a >= 0 and what is no NaN; pow_body.h replaces the rest.
HD_INLINE F hd_pow_abs(F a, F y) {
  F lo;
  F hi = hd_log2_all(a, &lo);
  // |log2(a)| is zero or above 2^-25: a larger y changes nothing and would overflow, inf included.
  y = hd_clamp(y, -0x1p60f, 0x1p60f);
  F p = hi * y;
  return hd_exp2_ff(p, HD_MAD(lo, y, HD_FMA(hi, y, -p)));
}

// n as a sum of two floats.
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
HD_INLINE F hd_rootn_abs(F a, I n) {
  F lo, y_lo;
  F hi = hd_log2_all(a, &lo), y = hd_int_ff(n, &y_lo);
  F q = hi / y;
  return hd_exp2_ff(q, (HD_FMA(-q, y, hi) - q * y_lo + lo) / y);
}
#include "pow_body.h"
