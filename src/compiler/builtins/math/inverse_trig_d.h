// SPDX-License-Identifier: Apache-2.0
#include "tables_d.h"

// atan(u) for |u| <= 0.0387.
HD_INLINE D hd_atan_near(D u) {
  D z = u * u;
  D q = HD_P4(z, -0x1.555555555549cp-2, 0x1.999999968eef7p-3, -0x1.2492295b4ccf5p-3,
              0x1.c61688cb1d221p-4);
  return HD_MAD(u * z, q, u);
}
#undef HD_ATAN_END
#define HD_ATAN_END 0x1p1000

HD_INLINE D hd_atan_poly(D t) {
  D z = t * t;
  D z2 = z * z;
  D z4 = z2 * z2;
  D z8 = z4 * z4;
  D far = HD_P3(z, -0x1.312a3f0e71ebep-10, 0x1.d3bb114143b65p-13, -0x1.53e5c943fcb72p-16);
  D middle = HD_E8_AND(z8, far, z, z2, z4, -0x1.ad32ba4e0d1bep-5, 0x1.7ee3f62d7aa55p-5,
                       -0x1.4f4521ca58d07p-5, 0x1.1715db01a0e8ep-5, -0x1.a726a91b7190fp-6,
                       0x1.162c3d98154c6p-6, -0x1.2cf76bf2540fcp-7, 0x1.f96cc734beb9bp-9);
  D q = HD_E8_AND(z8, middle, z, z2, z4, -0x1.555555555544cp-2, 0x1.999999998411p-3,
                  -0x1.2492491fa2135p-3, 0x1.c71c709e19f6ap-4, -0x1.745d02310537cp-4,
                  0x1.3b12b2e8e2d49p-4, -0x1.11089d02de0f5p-4, 0x1.e1781735b8a31p-5);
  return HD_MAD(t * z, q, t);
}

HD_INLINE D hd_asin_near(D s, D z) {
  D z2 = z * z;
  D q = HD_E12(z, z2, z2 * z2, 0x1.555555555539p-3, 0x1.333333336e80fp-4, 0x1.6db6db427a4f8p-5,
               0x1.f1c72c38fb342p-6, 0x1.6e89f440197a7p-6, 0x1.1c6be1a687738p-6,
               0x1.c6fdc1aaa5332p-7, 0x1.8ec2fca60444ep-7, 0x1.abcf5cd7c4303p-8,
               0x1.3ff4a990b2acep-6, -0x1.09d32833a132cp-6, 0x1.056d6c813a1d3p-5);
  return HD_MAD(s * z, q, s);
}

#define HD_PIO2 0x1.921fb54442d18p+0
#define HD_INV_PI 0x1.45f306dc9c883p-2
#define HD_INV_PI_LO -0x1.6b01ec5417056p-56
#include "inverse_trig_body.h"
