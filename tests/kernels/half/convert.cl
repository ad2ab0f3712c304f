// SPDX-License-Identifier: Apache-2.0
// Conversions to half in all rounding modes and from it, saturated as well.
// needs: cl_khr_fp16 cl_khr_fp64
// per_item: 8
#include "half/numbers.h"

#define AT (out + ITEM * 8)

#define MODES(X) \
  AT[0] = bits_of(convert_half(X)); \
  AT[1] = bits_of(convert_half_rte(X)); \
  AT[2] = bits_of(convert_half_rtz(X)); \
  AT[3] = bits_of(convert_half_rtp(X)); \
  AT[4] = bits_of(convert_half_rtn(X)); \
  AT[5] = bits_of((half)(X))
#define EXPECT_MODES(X) \
  AT[0] = AT[1] = AT[5] = rounded_to(X, 'e'); \
  AT[2] = rounded_to(X, 'z'); \
  AT[3] = rounded_to(X, 'p'); \
  AT[4] = rounded_to(X, 'n')

// Around every half, on it and in the middle between two.
double a_double(uint number) {
  uint h = hash(number);
  double x = value_of_bits((ushort)(h & 0xfbff)), last = fmax(fabs(x), 0x1p-14) * 0x1p-11;
  double distance[8] = {0, 0.5, 0.99, 1, 1.01, 1e-9, -1e-9, 1 + 1e-9};
  return number % 13 == 5 ? x * 1e9 : x + distance[h >> 16 & 7] * last;
}
kernel void test_doubles(global ushort* out) {
  double x = a_double(ITEM);
  MODES(x);
  half4 v = convert_half4_rtp((double4)(x, 1.0, -x, 0.1));
  AT[6] = bits_of(v.z);
  AT[7] = bits_of(v.w);
}
kernel void expect_doubles(global ushort* out) {
  double x = a_double(ITEM);
  EXPECT_MODES(x);
  AT[6] = rounded_to(-x, 'p');
  AT[7] = rounded_to(0.1, 'p');
}
kernel void test_floats(global ushort* out) {
  float x = (float)a_double(ITEM);
  MODES(x);
  half3 v = convert_half3_rtn((float3)(x, 1.0f, -x));
  AT[6] = bits_of(v.z);
  AT[7] = bits_of(as_half(as_ushort(v.y)));
}
kernel void expect_floats(global ushort* out) {
  float x = (float)a_double(ITEM);
  EXPECT_MODES((double)x);
  AT[6] = rounded_to(-(double)x, 'n');
  AT[7] = 0x3c00;
}

#define INTEGERS(T, N)                                                           \
  kernel void test_##T(global ushort* out) {                                        \
    T x = (T)(((ulong)hash(ITEM) << 32 | hash(ITEM + 1)) >> hash(ITEM + 2) % (N)); \
    MODES(x);                                                                       \
    half8 v = convert_half8_rtz((T##8)(x));                                         \
    AT[6] = bits_of(v.s5);                                                          \
    AT[7] = 0;                                                                      \
  }                                                                                 \
  kernel void expect_##T(global ushort* out) {                                      \
    T x = (T)(((ulong)hash(ITEM) << 32 | hash(ITEM + 1)) >> hash(ITEM + 2) % (N)); \
    double exact = (double)x; /* or beyond the largest half */                      \
    EXPECT_MODES(exact);                                                            \
    AT[6] = rounded_to(exact, 'z');                                                 \
    AT[7] = 0;                                                                      \
  }
INTEGERS(char, 16)
INTEGERS(ushort, 16)
INTEGERS(int, 32)
INTEGERS(uint, 32)
INTEGERS(long, 64)
INTEGERS(ulong, 64)

// To integers: out of range only when saturated, and a NaN is zero then.
kernel void test_to_integers(global ushort* out) {
  half x = any_half(ITEM), y = near_half(ITEM);
  AT[0] = (ushort)convert_char_sat(x) ^ (ushort)convert_uchar_sat_rte(x) << 8;
  AT[1] = (ushort)convert_short_sat_rtp(x);
  AT[2] = convert_ushort_sat_rtn(x);
  AT[3] = (ushort)(convert_int_sat(x) % 32749);
  AT[4] = (ushort)(convert_ulong_sat_rte(x) % 32749) ^ (ushort)(convert_long_sat_rtz(x) % 32749);
  AT[5] = (ushort)((int)y + 100 * convert_int_rte(y) + 1000 * (int)convert_long_rtn(y));
  AT[6] = (ushort)convert_int4_rtp((half4)(y, -y, 1, 2)).y ^ (ushort)(uint)fabs(y) ^ (ushort)(long)y;
  AT[7] = !!x | (bool)y << 1;
}
long saturated(double x, long low, ulong high) {
  if (isnan(x)) return 0;
  if (x <= (double)low) return low;
  return x >= (double)high ? (long)high : (long)x;
}
kernel void expect_to_integers(global ushort* out) {
  double x = exact(any_half(ITEM)), y = exact(near_half(ITEM));
  AT[0] = (ushort)saturated(trunc(x), -128, 127) ^ (ushort)saturated(rint(x), 0, 255) << 8;
  AT[1] = (ushort)saturated(ceil(x), -32768, 32767);
  AT[2] = (ushort)saturated(floor(x), 0, 65535);
  AT[3] = (ushort)(saturated(trunc(x), INT_MIN, INT_MAX) % 32749);
  AT[4] = (ushort)((ulong)saturated(rint(x), 0, ULONG_MAX) % 32749) ^
          (ushort)(saturated(trunc(x), LONG_MIN, LONG_MAX) % 32749);
  AT[5] = (ushort)((int)y + 100 * (int)rint(y) + 1000 * (int)floor(y));
  AT[6] = (ushort)(int)ceil(-y) ^ (ushort)(uint)fabs(y) ^ (ushort)(int)y;
  AT[7] = (x != 0) | (y != 0) << 1;
}

// To wider numbers, exactly.
kernel void test_widened(global ushort* out) {
  half x = any_half(ITEM);
  ulong bits = as_ulong((double)x), other = as_ulong(convert_double2_rtz((half2)(x, 1)).x);
  uint small = as_uint(convert_float4((half4)(x)).w);
  bool is_nan = x != x;
  AT[0] = is_nan ? 1 : (ushort)(bits >> 48);
  AT[1] = is_nan ? 2 : (ushort)(bits >> 32);
  AT[2] = is_nan ? 3 : (ushort)(bits ^ other);
  AT[3] = is_nan ? 4 : (ushort)(small >> 16);
  AT[4] = is_nan ? 5 : (ushort)small;
  AT[5] = as_ushort2(as_half2(hash(ITEM))).y;
  AT[6] = 0;
  AT[7] = 0;
}
kernel void expect_widened(global ushort* out) {
  double x = exact(any_half(ITEM));
  ulong bits = as_ulong(x);
  uint small = as_uint((float)x);
  bool is_nan = isnan(x);
  AT[0] = is_nan ? 1 : (ushort)(bits >> 48);
  AT[1] = is_nan ? 2 : (ushort)(bits >> 32);
  AT[2] = is_nan ? 3 : 0;
  AT[3] = is_nan ? 4 : (ushort)(small >> 16);
  AT[4] = is_nan ? 5 : (ushort)small;
  AT[5] = (ushort)(hash(ITEM) >> 16);
  AT[6] = 0;
  AT[7] = 0;
}
