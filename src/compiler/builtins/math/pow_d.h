// SPDX-License-Identifier: Apache-2.0
#include "exp_core_d.h"
#include "pow_core_d.h"

// The largest finite and the smallest non-zero result lie within 2^1100.
HD_INLINE D hd_pow_finish(D hi, D lo) {
  L n;
  D p = hd_exp2_dd(hi, lo, &n);
  n = n > 1100 ? (L)1100 : n;
  n = n < -1100 ? (L)-1100 : n;
  return hd_scale(p, n);
}

// As in pow_f.h.
HD_INLINE D hd_log2_all(D a, __private D* lo) {
  D hi = hd_log2_dd(a, lo);
  hi = a == 0.0 ? -HD_INF : hi;
  return a == HD_INF ? a : hi;
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
