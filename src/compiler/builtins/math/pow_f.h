// SPDX-License-Identifier: Apache-2.0
#include "pow_core_f.h"

// a^y and a^(1/n) for positive finite a and finite y; pow_body.h replaces the rest.
HD_INLINE F hd_pow_abs(F a, F y) {
  D l = hd_log2_short(HD_CVT(D, a)) * HD_CVT(D, y);
  return HD_CVT(F, hd_exp2_short(hd_clamp_exponent(l)));
}
HD_INLINE F hd_pown_abs(F a, I n) {
  D l = hd_log2_short(HD_CVT(D, a)) * HD_CVT(D, n);
  return HD_CVT(F, hd_exp2_short(hd_clamp_exponent(l)));
}
HD_INLINE F hd_rootn_abs(F a, I n) {
  D l = hd_log2_short(HD_CVT(D, a)) / HD_CVT(D, n);
  return HD_CVT(F, hd_exp2_short(hd_clamp_exponent(l)));
}
#include "pow_body.h"
