// SPDX-License-Identifier: Apache-2.0
#include "tables_d.h"

// atan(a) for a >= 0 by the tabulated tangent c next to a: atan(c) + atan(u), |u| < 0.0993, and
// below 0.047 where c is zero: atan(u), fit to 2^-53.8. From 2^1000 on, a no longer counts.
HD_INLINE D hd_atan_by_table(D a) {
  D place = hd_clamp(a, 0x1p-5, 6.0);
  D c = hd_lookup(hd_atan_tangents, HD_AS(L, place) >> 51);
  D base = hd_lookup(hd_atan_angles, HD_AS(L, place) >> 51);
  a = a > 0x1p1000 ? (D)0x1p1000 : a;
  D u = (a - c) / HD_MAD(a, c, 1.0);
  D z = u * u;
  D q = HD_P5(z, -0x1.5555555554f62p-2, 0x1.999999945907ep-3, -0x1.24923d8b9cc5ap-3,
              0x1.c7075429fb111p-4, -0x1.6bf1c907b5c54p-4);
  return base + HD_MAD(u * z, q, u);
}

// atan(t) - t + more for |t| <= 1: atan(t), fit to 2^-54.9.
HD_INLINE D hd_atan_beyond(D t, D more) {
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
  return HD_MAD(t * z, q, more);
}

// As in inverse_trig_f.h, fit to 2^-55.9.
HD_INLINE D hd_asin_near(D s, D z) {
  D z2 = z * z;
  D q = HD_E12(z, z2, z2 * z2, 0x1.555555555539p-3, 0x1.333333336e80fp-4, 0x1.6db6db427a4f8p-5,
               0x1.f1c72c38fb342p-6, 0x1.6e89f440197a7p-6, 0x1.1c6be1a687738p-6,
               0x1.c6fdc1aaa5332p-7, 0x1.8ec2fca60444ep-7, 0x1.abcf5cd7c4303p-8,
               0x1.3ff4a990b2acep-6, -0x1.09d32833a132cp-6, 0x1.056d6c813a1d3p-5);
  return HD_MAD(s * z, q, s);
}

#define HD_PIO2 0x1.921fb54442d18p+0
#define HD_PIO2_EXCESS 0.0
#define HD_INV_PI 0x1.45f306dc9c883p-2
#define HD_INV_PI_LO -0x1.6b01ec5417056p-56
#include "inverse_trig_body.h"
