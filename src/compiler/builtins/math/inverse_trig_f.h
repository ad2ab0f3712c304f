// SPDX-License-Identifier: Apache-2.0
// atan(t) for |t| <= 1.
HD_INLINE F hd_atan_poly(F t) {
  F z = t * t;
  F q = HD_P7(z, -0x1.5552dep-2f, 0x1.99127cp-3f, -0x1.1f916ap-3f, 0x1.985134p-4f, -0x1.ed3512p-5f,
              0x1.95465p-6f, -0x1.3c158p-8f);
  return HD_MAD(t * z, q, t);
}

// asin(s) for s * s = z <= 1/4; a multiple of s gives that of the result.
HD_INLINE F hd_asin_near(F s, F z) {
  F q = HD_P5(z, 0x1.5555c8p-3f, 0x1.330206p-4f, 0x1.747b72p-5f, 0x1.8c415ap-6f, 0x1.5959aap-5f);
  return HD_MAD(s * z, q, s);
}

#define HD_PIO2 0x1.921fb6p+0f
#define HD_INV_PI 0x1.45f306p-2f
#define HD_INV_PI_LO 0x1.b9391p-27f
#include "inverse_trig_body.h"
