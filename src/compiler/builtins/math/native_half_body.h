// SPDX-License-Identifier: Apache-2.0
#include "log_core_f.h"
#include "trig_core_f.h"

// 2^r for |r| <= 1/2, fit to 2^-18.4, and 1 for 0: a white pixel stays white.
HD_INLINE F hd_exp2_rough(F r) {
  return HD_P5(r, 1.0f, 0x1.62e128p-1f, 0x1.ec036ep-3f, 0x1.c9fd74p-5f, 0x1.3a05d8p-7f);
}

// 2^(x * scale) to 2^-18 relatively; results below 2^-126, or up to a half above, are zero. Zero
// and infinity are powers of two with the lowest and the highest exponent: a product with those is
// right, of a NaN, too. That is 2^(k - 1), or the largest results would be lost.
HD_INLINE F hd_exp2_native(F x, float scale) {
  if (__hd_has_estimates()) {
    x = x * scale;
    x = x < -200.0f ? (F)-200.0f : x;  // inf - inf would not be zero
    F k = HD_RINT(x);
    return __hd_scale(hd_exp2_rough(x - k), k);
  }
  const float middle = 0x1.8p23f + 126.0f;
  x = hd_clamp(x, -126.0f / scale, 129.0f / scale);
  F sum = HD_MAD(x, scale, middle);
  F r = HD_MAD(x, scale, -(sum - middle));
  // Twice hd_exp2_rough, fit to 2^-18.4.
  F twice = HD_P5(r, 2.0f, 0x1.62e128p0f, 0x1.ec036ep-2f, 0x1.c9fd74p-4f, 0x1.3a05d8p-6f);
  return twice * HD_AS(F, HD_AS(I, sum) << 23);
}
// Returns 2^(x * scale) to 2^-13 if it is a normal number. It is 2^r * 2^k with 0 <= r <= 1, so
// that no finite result needs a k above 127. The number that is rounded to k is a little more than
// x * scale - 1/2. So r is 0 where x * scale is whole, and the result is exact.
HD_INLINE F hd_exp2_half(F x, float scale) {
  if (__hd_has_estimates()) return hd_exp2_native(x, scale);
  const float middle = 0x1.8p23f + 127.0f;
  x = hd_clamp(x, -126.875f / scale, 128.25f / scale);
  F sum = HD_MAD(x, scale, -0x1.fffp-2f) + middle;
  F r = HD_MAD(x, scale, -(sum - middle));
  // 2^r, fit to 2^-13.5.
  F p = HD_P4(r, 1.0f, 0x1.63e658p-1f, 0x1.d23796p-3f, 0x1.3baa94p-4f);
  return p * HD_AS(F, HD_AS(I, sum) << 23);
}

// log2(x) * unit, fit to 2^-17.0, of normal numbers; what lies below them counts as zero, and
// NaNs stay where a sum that not all lanes need is as good as a blend. The exponent stays in its
// place.
HD_INLINE F hd_log_fast(F x, float unit) {
  I n = (HD_AS(I, x) - 0x3f3504f3) & (int)0xff800000;
  F f = HD_AS(F, HD_AS(I, x) - n) - 1.0f;
  F q = HD_P6(f, 0x1.7154e4p0f * unit, -0x1.7141f4p-1f * unit, 0x1.eb5444p-2f * unit,
              -0x1.774a94p-2f * unit, 0x1.45d208p-2f * unit, -0x1.a634bcp-3f * unit);
  F r = HD_MAD(HD_CVT(F, n), unit * 0x1p-23f, f * q);
  return x >= 0x1p-126f ? r : -HD_INF;
}
// All bits set are a NaN, which negative numbers give. With estimates of all numbers, in any base.
#define HD_LOG_NATIVE(NAME, OF_2, ...)                                              \
  HD_INLINE F hd_native_##NAME(F x) {                                               \
    if (__hd_has_estimates()) {                                                     \
      F sum, g = hd_log_split(x, hd_##NAME##_part_f, hd_##NAME##_of_f, OF_2, &sum); \
      return HD_MAD(g, HD_P3(g, __VA_ARGS__), sum);                                 \
    }                                                                               \
    return HD_AS(F, HD_AS(I, hd_log_fast(x, OF_2)) | (x < 0 ? (I)-1 : (I)0));       \
  }
// log(1 + g), fit to 2^-17.1.
HD_LOG_NATIVE(log, 0x1.62e43p-1f, 0x1.000058p0f, -0x1.0023a8p-1f, 0x1.4ad884p-2f)
// log2(1 + g), fit to 2^-17.1.
HD_LOG_NATIVE(log2, 1.0f, 0x1.7154f6p0f, -0x1.7187d8p-1f, 0x1.dd4914p-2f)
// log10(1 + g), fit to 2^-17.1.
HD_LOG_NATIVE(log10, 0x1.344136p-2f, 0x1.bcb84ap-2f, -0x1.bcf5a6p-3f, 0x1.1f5f44p-3f)
#undef HD_LOG_NATIVE

// Returns x less the multiple k of pi, if x is not huge.
HD_INLINE F hd_less_pi_fast(F x, F k) {
  return HD_MAD(k, -0x1.fb5444p-11f, HD_MAD(k, -0x1.92p+1f, x));
}
// sin(r) for |r| <= pi/2, fit to 2^-19.9, no more than one for |r| <= 2. Beyond, which is what
// remains of huge numbers, it is zero.
HD_INLINE F hd_sin_fast(F r) {
  F z = r * r;
  F s = r * HD_P4(z, 0x1.ffffep-1f, -0x1.554f76p-3f, 0x1.105c98p-7f, -0x1.83ad1ep-13f);
  return z > 4.0f ? (F)0.0f : s;
}

// To 8192 ULP: sine and tangent of what hd_less_parts leaves, and the logarithm, of normal numbers.
// The sine for |r| <= pi/2, fit to 2^-13.1.
HD_INLINE F hd_sin_rough(F r) {
  return r * HD_P3(r * r, 0x1.fff1c4p-1f, -0x1.53e1f2p-3f, 0x1.f2342p-8f);
}
// The tangent for |r| <= pi/4, fit to 2^-14.4.
HD_INLINE F hd_tan_rough(F r, I quadrant) {
  F t = r * HD_P4(r * r, 0x1.fffa26p-1f, 0x1.57a86ap-2f, 0x1.da92f6p-4f, 0x1.822a9ap-4f);
  F inverse = __hd_has_estimates() ? __hd_recip_estimate(t) : 1.0f / t;
  return (quadrant & 1) != 0 ? -inverse : t;
}
// log2(1 + f), fit to 2^-11.4.
HD_INLINE F hd_log2_rough(F x) {
  I bits = HD_AS(I, x) - 0x3f3504f3;
  F f = HD_AS(F, (bits & 0x7fffff) + 0x3f3504f3) - 1.0f;
  F q = HD_P4(f, 0x1.7138a2p0f, -0x1.72d71p-1f, 0x1.05c5bap-1f, -0x1.4fa376p-2f);
  return HD_MAD(f, q, HD_CVT(F, bits >> 23));
}
HD_INLINE F hd_half_log2(F x) {
  if (__hd_has_estimates()) return hd_native_log2(x);
  F r = hd_log2_rough(x);
  I rare = HD_UNUSUAL(x);
  HD_IF_ANY(rare) {
    F small = hd_log2_rough(x * HD_MAKE_NORMAL) - HD_MADE_NORMAL;
    r = rare ? hd_log_special(x, small) : r;
  }
  return r;
}

HD_API F native_exp2(F x) {
  return hd_exp2_native(x, 1.0f);
}
HD_API F native_exp(F x) {
  return hd_exp2_native(x, 0x1.715476p0f);
}
HD_API F native_exp10(F x) {
  return hd_exp2_native(x, 0x1.a934fp1f);
}
HD_API F native_log2(F x) {
  return hd_native_log2(x);
}
HD_API F native_log(F x) {
  return hd_native_log(x);
}
HD_API F native_log10(F x) {
  return hd_native_log10(x);
}
HD_API F native_powr(F x, F y) {
  F l = __hd_has_estimates() ? hd_native_log2(x) : hd_log_fast(x, 1.0f);
  return hd_exp2_native(l * y, 1.0f);
}
HD_API F native_sin(F x) {
  F sum = HD_MAD(x, 0x1.45f306p-2f, 0x1.8p23f);
  F s = hd_sin_fast(hd_less_pi_fast(x, sum - 0x1.8p23f));
  return hd_flip(s, HD_AS(I, sum) << 31);
}
// The cosine for |r| <= pi/2, fit to 2^-22.3 absolutely. Of a square that is no larger than four
// the result is no more than one, and NaNs stay.
HD_API F native_cos(F x) {
  F sum = HD_MAD(x, 0x1.45f306p-2f, 0x1.8p23f);
  F r = hd_less_pi_fast(x, sum - 0x1.8p23f), z = r * r;
  z = z > 4.0f ? (F)4.0f : z;
  F c = HD_P5(z, 1.0f, -0x1.fffffap-2f, 0x1.55532ap-5f, -0x1.6b8cc8p-10f, 0x1.89c21cp-16f);
  return hd_flip(c, HD_AS(I, sum) << 31);
}

// Computes 2^x to 8192 ULP; subnormal results may be zero (§6.13.2).
HD_API F half_exp2(F x) {
  return hd_exp2_half(x, 1.0f);
}
HD_API F half_exp(F x) {
  return hd_exp2_half(x, 0x1.715476p0f);
}
HD_API F half_exp10(F x) {
  return hd_exp2_half(x, 0x1.a934fp1f);
}

HD_API F half_log2(F x) {
  return hd_half_log2(x);
}
HD_API F half_log(F x) {
  return hd_half_log2(x) * 0x1.62e43p-1f;
}
HD_API F half_log10(F x) {
  return hd_half_log2(x) * 0x1.344136p-2f;
}

// Arguments are within 2^16 (§6.13.2); what others give is no more than one.
HD_API F half_sin(F x) {
  F sum = HD_MAD(x, 0x1.45f306p-2f, 0x1.8p23f);
  F r = hd_less_parts(x, sum - 0x1.8p23f, HD_TRIG_TWICE_PARTS_F);
  return hd_flip(hd_clamp(hd_sin_rough(r), -1.0f, 1.0f), HD_AS(I, sum) << 31);
}
HD_API F half_cos(F x) {
  F sum = HD_MAD(x, 0x1.45f306p-2f, 0.5f) + 0x1.8p23f;
  F r = hd_less_parts(x, (sum - 0x1.8p23f) - 0.5f, HD_TRIG_TWICE_PARTS_F);
  return hd_flip(hd_clamp(hd_sin_rough(r), -1.0f, 1.0f), HD_AS(I, sum) << 31);
}
HD_API F half_tan(F x) {
  F sum = HD_MAD(x, 0x1.45f306p-1f, 0x1.8p23f);
  F r = hd_less_parts(x, sum - 0x1.8p23f, HD_TRIG_PARTS_F);
  return hd_tan_rough(r, HD_AS(I, sum));
}

// Takes the full way for special powers; with estimates there are none.
HD_API F powr(F x, F y);
HD_API F half_powr(F x, F y) {
  if (__hd_has_estimates()) {
    F sum, g = hd_log_split(x, hd_log2_part_f, hd_log2_of_f, 1.0f, &sum);
    // log2(1 + g), fit to 2^-22.9.
    F q = HD_P4(g, 0x1.715476p0f, -0x1.715652p-1f, 0x1.eca63p-2f, -0x1.6005dep-2f);
    return hd_exp2_native(y * HD_MAD(g, q, sum), 1.0f);
  }
  I bits = HD_AS(I, x) - 0x3f3504f3;
  F f = HD_AS(F, (bits & 0x7fffff) + 0x3f3504f3) - 1.0f;
  // log2(1 + f), fit to 2^-19.7.
  F q = HD_P7(f, 0x1.71548ep0f, -0x1.715692p-1f, 0x1.ec295ep-2f, -0x1.6ffed6p-2f, 0x1.2ecc36p-2f,
              -0x1.13cb3p-2f, 0x1.5f810ep-3f);
  F p = y * HD_MAD(f, q, HD_CVT(F, bits >> 23));
  F sum = p + 0x1.8p23f;
  F r = hd_exp2_rough(p - (sum - 0x1.8p23f));
  r = HD_AS(F, HD_AS(I, r) + (HD_AS(I, sum) << 23));
  I rare = HD_UNUSUAL(x) || !(HD_ABS(p) < 126.0f);
  HD_IF_ANY(rare) r = rare ? powr(x, y) : r;
  return r;
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
  F sum = HD_MAD(x, 0x1.45f306p-1f, 0x1.8p23f);
  F r = hd_less_pi_fast(x, (sum - 0x1.8p23f) * 0.5f);
  return hd_tan_rough(r, HD_AS(I, sum));
}

HD_API F half_sqrt(F x) {
  return HD_SQRT(x);
}
HD_API F half_rsqrt(F x) {
  return __hd_rsqrt_estimate(x);
}
// Subnormal arguments and results may count as zero (§7.5.3).
HD_API F half_recip(F x) {
  return __hd_recip_estimate(x);
}
// The older estimate of the reciprocal loses the smallest results, with which a quotient is none; that of
// a subnormal number is infinite, which not every product may be.
HD_API F half_divide(F x, F y) {
  if (!__hd_has_estimates()) return x / y;
  F r = x * __hd_recip_estimate(y);
  I rare = !(HD_ABS(y) >= 0x1p-126f);
  if (__hd_flushes()) {  // the reciprocal, too
    rare = rare || HD_ABS(y) > 0x1p126f;
    HD_IF_ANY(rare) r = rare ? x / y : r;
    return r;
  }
  HD_IF_ANY(rare) r = rare ? (x * HD_MAKE_NORMAL) / (y * HD_MAKE_NORMAL) : r;
  return r;
}
