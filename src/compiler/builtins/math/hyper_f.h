// SPDX-License-Identifier: Apache-2.0
#include "exp_core_f.h"
#include "log_core_f.h"

// 2 sinh(r) / r and (2 cosh(r) - 2) / z for z = r * r, |r| <= 0.35: sinh, fit to 2^-25.7.
HD_INLINE F hd_sinh_poly(F z) {
  return HD_P3(z, 2.0f, 0x1.5554aep-2f, 0x1.1228dap-6f);
}
// And cosh, fit to 2^-32.7.
HD_INLINE F hd_cosh_poly(F z) {
  return HD_P3(z, 1.0f, 0x1.5554e4p-4f, 0x1.6d5158p-9f);
}

// Beyond HD_BIG_LOG x * x + 1 is x * x.
#define HD_BIG_LOG 0x1p60f
#define HD_SINH_MAX 89.7f
#define HD_TANH_MAX 10.0f
#define HD_LN2 0x1.62e43p-1f
#define HD_SCALE_UP 0x1p100f
#define HD_SCALE_LIM 0x1p60f
#define HD_SCALE_LOW 0x1p-90f
#include "hyper_body.h"

// y = s^(-1/3) from the exponent to 0.04, then by a series, fit to 2^-14.8; the root s * y * y gets
// a last correction, which doubles that.
HD_INLINE F hd_cbrt_normal(F s) {
  F third = HD_CVT(F, HD_AS(I, s)) * 0x1.555556p-2f;
  F y = HD_AS(F, 0x54a21d2a - HD_CVT(I, third));
  F sy = s * y;
  F h = HD_FMA(-sy * y, y, (F)1.0f);
  y = HD_MAD(y * h, HD_P3(h, 0x1.555556p-2f, 0x1.c71c72p-3f, 0x1.61f9aep-3f), y);
  F y2 = y * y, c = s * y2;
  F rest = HD_FMA(-c * c, c, s);
  return HD_MAD(rest, y2 * 0x1.555556p-2f, c);
}

HD_API F cbrt(F x) {
  F a = HD_ABS(x);
  F c = hd_cbrt_normal(a);
  I rare = HD_UNUSUAL_FROM(a, (0x1a << HD_MANT));  // from 2^-101, so that `rest` is normal
  HD_IF_ANY(rare) {
    F small = hd_cbrt_normal(a * 0x1p24f) * 0x1p-8f;
    F special = a == 0.0f || !(a < HD_INF) ? a : small;
    c = rare ? special : c;
  }
  return HD_COPYSIGN(c, x);
}
