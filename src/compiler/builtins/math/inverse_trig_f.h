// SPDX-License-Identifier: Apache-2.0
// atan(t) - t + more for |t| <= 1: atan(t), fit to 2^-25.8.
HD_INLINE F hd_atan_beyond(F t, F more) {
  F z = t * t;
  F q = HD_P8(z, -0x1.5554dcp-2f, 0x1.9978ecp-3f, -0x1.230a96p-3f, 0x1.b4deep-4f, -0x1.35519ep-4f,
              0x1.61f17ep-5f, -0x1.0c1c96p-6f, 0x1.7eb2c4p-9f);
  return HD_MAD(t * z, q, more);
}

// asin(s) for s * s = z <= 1/4, fit to 2^-27.6; a multiple of s gives that of the result.
HD_INLINE F hd_asin_near(F s, F z) {
  F q = HD_P5(z, 0x1.5555c8p-3f, 0x1.330206p-4f, 0x1.747b72p-5f, 0x1.8c415ap-6f, 0x1.5959aap-5f);
  return HD_MAD(s * z, q, s);
}

#define HD_PIO2 0x1.921fb6p+0f
#define HD_PIO2_EXCESS 0x1.777a5cp-25f
#define HD_INV_PI 0x1.45f306p-2f
#define HD_INV_PI_LO 0x1.b9391p-27f
#include "inverse_trig_body.h"
