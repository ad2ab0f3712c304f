// SPDX-License-Identifier: Apache-2.0
#include "trig_core_f.h"

// 2^x to 2^-18 relatively; results below 2^-126 are zero.
HD_INLINE F hd_exp2_fast(F x) {
  F t = x + 0x1.8p23f;
  if (__hd_has_estimates()) x = x < -200.0f ? (F)-200.0f : x;  // inf - inf would not be zero
  F k = __hd_has_estimates() ? HD_RINT(x) : t - 0x1.8p23f;
  F r = x - k;
  F q = HD_P5(r, 0x1.ffffe6p-1f, 0x1.62e0bap-1f, 0x1.ec0736p-3f, 0x1.ca25c8p-5f, 0x1.39948ap-7f);
  if (__hd_has_estimates()) return __hd_scale(q, k);
  F p = HD_AS(F, HD_AS(I, q) + (HD_AS(I, t) << 23));
  p = x < -126.0f ? (F)0.0f : p;
  return x < 128.0f ? p : x * HD_INF;
}

// log2(x) to 2^-17 relatively of normal numbers; what lies below them counts as zero.
HD_INLINE F hd_log2_fast(F x) {
  I bits = HD_AS(I, x) - 0x3f3504f3;
  F e = HD_CVT(F, bits >> 23);
  F f = HD_AS(F, (bits & 0x7fffff) + 0x3f3504f3) - 1.0f;
  F q = HD_P6(f, 0x1.7154e4p0f, -0x1.7141f4p-1f, 0x1.eb5444p-2f, -0x1.774a94p-2f, 0x1.45d208p-2f,
              -0x1.a634bcp-3f);
  F r = HD_MAD(f, q, e);
  return x >= 0x1p-126f ? r : -HD_INF;
}

// Sine and cosine without the reduction of huge arguments.
HD_INLINE F hd_sincos_fast(F x, __private F* cosval) {
  F t = HD_MAD(x, 0x1.45f306p-1f, 0x1.8p23f);
  F k = t - 0x1.8p23f;
  I q = HD_AS(I, t);
  F r = HD_MAD(k, -0x1.92p+0f, x);
  r = HD_MAD(k, -0x1.fb4p-12f, r);
  r = HD_MAD(k, -0x1.4442d2p-24f, r);
  F z = r * r;
  F s = HD_MAD(r * z, HD_P3(z, -0x1.555544p-3f, 0x1.1106aap-7f, -0x1.990d76p-13f), r);
  F c = HD_MAD(z, HD_P3(z, -0.5f, 0x1.555548p-5f, -0x1.6c0b04p-10f), 1.0f);
  *cosval = hd_cos_pick(s, c, q);
  return hd_sin_pick(s, c, q);
}

HD_API F native_exp2(F x) {
  return hd_exp2_fast(x);
}
HD_API F native_exp(F x) {
  return hd_exp2_fast(x * 0x1.715476p0f);
}
HD_API F native_exp10(F x) {
  return hd_exp2_fast(x * 0x1.a934fp1f);
}
HD_API F native_log2(F x) {
  return hd_log2_fast(x);
}
HD_API F native_log(F x) {
  return hd_log2_fast(x) * 0x1.62e43p-1f;
}
HD_API F native_log10(F x) {
  return hd_log2_fast(x) * 0x1.344136p-2f;
}
HD_API F native_powr(F x, F y) {
  return hd_exp2_fast(hd_log2_fast(x) * y);
}
HD_API F native_sin(F x) {
  F c;
  return hd_sincos_fast(x, &c);
}
HD_API F native_cos(F x) {
  F c;
  hd_sincos_fast(x, &c);
  return c;
}

// To 8192 ULP; subnormal results may be zero (§6.13.2).
HD_API F half_exp2(F x) {
  return hd_exp2_fast(x);
}
HD_API F half_exp(F x) {
  return hd_exp2_fast(x * 0x1.715476p0f);
}
HD_API F half_exp10(F x) {
  return hd_exp2_fast(x * 0x1.a934fp1f);
}

// The full functions are no dearer than 8192 ULP and all special cases would be.
#define HD_HALF(NAME)         \
  HD_API F NAME(F x);         \
  HD_API F half_##NAME(F x) { \
    return NAME(x);           \
  }
HD_HALF(log)
HD_HALF(log2)
HD_HALF(log10)
HD_HALF(sin)
HD_HALF(cos)
HD_HALF(tan)
HD_API F powr(F x, F y);
HD_API F half_powr(F x, F y) {
  return powr(x, y);
}

// Approximations by the machine's estimate instructions are welcome here: where they are faster
// than the exact ones, the code generator knows.
HD_API F native_sqrt(F x) {
#pragma clang fp reassociate(on) reciprocal(on)
  return HD_SQRT(x);
}
HD_API F native_rsqrt(F x) {
#pragma clang fp reassociate(on) reciprocal(on)
  return 1.0f / HD_SQRT(x);
}
HD_API F native_recip(F x) {
#pragma clang fp reassociate(on) reciprocal(on)
  return 1.0f / x;
}
HD_API F native_divide(F x, F y) {
#pragma clang fp reassociate(on) reciprocal(on)
  return x / y;
}
HD_API F native_tan(F x) {
  F c;
  F s = hd_sincos_fast(x, &c);
  return native_divide(s, c);
}

HD_API F half_sqrt(F x) {
  return HD_SQRT(x);
}
HD_API F half_rsqrt(F x) {
  return __hd_has_estimates() ? __hd_rsqrt_estimate(x) : 1.0f / HD_SQRT(x);
}
HD_API F half_recip(F x) {
  return __hd_has_estimates() ? __hd_recip_estimate(x) : 1.0f / x;
}
HD_API F half_divide(F x, F y) {
  return x / y;
}
#undef HD_HALF
