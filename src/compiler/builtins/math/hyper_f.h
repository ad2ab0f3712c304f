// SPDX-License-Identifier: Apache-2.0
#include "exp_core_f.h"
#include "log_core_f.h"

// Beyond BIG e^-x no longer counts, or x * x + 1 is x * x.
#define HD_BIG_EXP 20.0f
#define HD_BIG_LOG 0x1p30f
#define HD_SINH_MAX 90.0f
#define HD_TANH_MAX 10.0f
#define HD_LN2 0x1.62e43p-1f
#define HD_SCALE_UP 0x1p100f
#define HD_SCALE_LIM 0x1p60f
#include "hyper_body.h"

// x^(-1/3) from the exponent, two steps of third order, and a last one on the root itself.
HD_API F cbrt(F x) {
  F a = HD_ABS(x);
  I sub = a < 0x1p-126f;
  F s = sub ? a * 0x1p24f : a;
  F third = HD_CVT(F, HD_AS(I, s)) * 0x1.555556p-2f;
  F y = HD_AS(F, 0x54a21d2a - HD_CVT(I, third));
  F h = 1.0f - s * y * y * y;
  y = HD_MAD(y * h, HD_P3(h, 0x1.555556p-2f, 0x1.c71c72p-3f, 0x1.61f9aep-3f), y);
  h = 1.0f - s * y * y * y;
  y = HD_MAD(y * h, HD_P2(h, 0x1.555556p-2f, 0x1.c71c72p-3f), y);
  F y2 = y * y, c = s * y2, c2 = c * c;
  F res = HD_FMA(c2, c, -s) + HD_FMA(c, c, -c2) * c;
  c = HD_MAD(res * y2, -0x1.555556p-2f, c);
  c = sub ? c * 0x1p-8f : c;
  return HD_COPYSIGN(a == 0.0f || !(a < HD_INF) ? a : c, x);
}
