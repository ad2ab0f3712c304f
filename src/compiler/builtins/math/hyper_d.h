// SPDX-License-Identifier: Apache-2.0
#include "exp_core_d.h"
#include "log_core_d.h"

// As in hyper_f.h: sinh, fit to 2^-60.3.
HD_INLINE D hd_sinh_poly(D z) {
  return HD_P6(z, 2.0, 0x1.5555555555559p-2, 0x1.111111110f64dp-6, 0x1.a01a01b0088c8p-12,
               0x1.71ddf7ff2c569p-18, 0x1.af5f4d61ecc87p-25);
}
// And cosh, fit to 2^-68.4.
HD_INLINE D hd_cosh_poly(D z) {
  return HD_P6(z, 1.0, 0x1.5555555555558p-4, 0x1.6c16c16c1500bp-9, 0x1.a01a01ad77357p-15,
               0x1.27e4cc25fb3ddp-21, 0x1.1f8bb80fdfc6dp-28);
}

#define HD_BIG_LOG 0x1p500
#define HD_SINH_MAX 710.6
#define HD_TANH_MAX 20.0
#define HD_LN2 0x1.62e42fefa39efp-1
#define HD_SCALE_UP 0x1p600
#define HD_SCALE_LIM 0x1p500
#define HD_SCALE_LOW 0x1p-900
#include "hyper_body.h"

// As in hyper_f.h: the first series is fit to 2^-14.8.
HD_INLINE D hd_cbrt_normal(D s) {
  UL third = ((HD_AS(UL, s) >> 32) * 0x55555556ul) >> 32;
  D y = HD_AS(D, (0x553ef0ff289dd796ul - (third << 32)));
  D sy = s * y;
  D h = HD_FMA(-sy * y, y, (D)1.0);
  y = HD_MAD(y * h, HD_P3(h, 0x1.5555555555555p-2, 0x1.c71c71c71c71cp-3, 0x1.61f9add3c0ca4p-3), y);
  sy = s * y;
  h = HD_FMA(-sy * y, y, (D)1.0);
  // The second one, of an h below 2^-11, is fit to 2^-35.5.
  y = HD_MAD(y * h, HD_P2(h, 0x1.5555555555555p-2, 0x1.c71c71c71c71cp-3), y);
  D y2 = y * y, c = s * y2;
  D c2 = c * c;
  D rest = HD_FMA(-c2, c, s);
  return HD_MAD(rest, y2 * 0x1.5555555555555p-2, c);
}

HD_API D cbrt(D x) {
  D a = HD_ABS(x);
  D c = hd_cbrt_normal(a);
  L rare = HD_UNUSUAL_FROM(a, (0x3fl << HD_MANT));  // from 2^-960, so that `rest` is normal
  HD_IF_ANY(rare) {
    D small = hd_cbrt_normal(a * 0x1p54) * 0x1p-18;
    D special = a == 0.0 || !(a < HD_INF) ? a : small;
    c = rare ? special : c;
  }
  return HD_COPYSIGN(c, x);
}
