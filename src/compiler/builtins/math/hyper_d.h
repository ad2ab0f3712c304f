// SPDX-License-Identifier: Apache-2.0
#include "exp_core_d.h"
#include "log_core_d.h"

#define HD_BIG_EXP 40.0
#define HD_BIG_LOG 0x1p60
#define HD_SINH_MAX 711.0
#define HD_TANH_MAX 20.0
#define HD_LN2 0x1.62e42fefa39efp-1
#define HD_SCALE_UP 0x1p600
#define HD_SCALE_LIM 0x1p500
#include "hyper_body.h"

HD_API D cbrt(D x) {
  D a = HD_ABS(x);
  L sub = a < 0x1p-1022;
  D s = sub ? a * 0x1p54 : a;
  UL third = ((HD_AS(UL, s) >> 32) * 0x55555556ul) >> 32;
  D y = HD_AS(D, (0x553ef0ff289dd796ul - (third << 32)));
  D h = 1.0 - s * y * y * y;
  y = HD_MAD(y * h, HD_P3(h, 0x1.5555555555555p-2, 0x1.c71c71c71c71cp-3, 0x1.61f9add3c0ca4p-3), y);
  h = 1.0 - s * y * y * y;
  y = HD_MAD(y * h, HD_P3(h, 0x1.5555555555555p-2, 0x1.c71c71c71c71cp-3, 0x1.61f9add3c0ca4p-3), y);
  h = 1.0 - s * y * y * y;
  y = HD_MAD(y * h, 0x1.5555555555555p-2, y);
  D y2 = y * y, c = s * y2, c2 = c * c;
  D res = HD_FMA(c2, c, -s) + HD_FMA(c, c, -c2) * c;
  c = HD_MAD(res * y2, -0x1.5555555555555p-2, c);
  c = sub ? c * 0x1p-18 : c;
  return HD_COPYSIGN(a == 0.0 || !(a < HD_INF) ? a : c, x);
}
