// SPDX-License-Identifier: Apache-2.0
// Conversions, saturated and with rounding modes, and reinterpretation.
// needs: cl_khr_fp64
// per_item: 4
#include "common.h"
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void test_saturate(global int* out) {
  int h = (int)hash(ITEM) >> (ITEM % 20);
  global int* at = out + ITEM * 4;
  at[0] = convert_char_sat(h) * 3 + convert_uchar_sat(h);
  at[1] = convert_short_sat(h) * 3 + convert_ushort_sat(h);
  at[2] = convert_int_sat((float)h * 70.0f) / 2 + (int)(convert_uint_sat((float)h * 70.0f) / 4);
  at[3] = convert_int_sat((long)h * 5) / 2 + (int)(convert_uint_sat((long)h * 5) / 4);
}
kernel void expect_saturate(global int* out) {
  int h = (int)hash(ITEM) >> (ITEM % 20);
  global int* at = out + ITEM * 4;
  at[0] = clamp(h, -128, 127) * 3 + clamp(h, 0, 255);
  at[1] = clamp(h, -32768, 32767) * 3 + clamp(h, 0, 65535);
  // What a float holds is exact in a double, and in a long.
  long wide = (long)((double)((float)h * 70.0f));
  at[2] = (int)clamp(wide, (long)INT_MIN, (long)INT_MAX) / 2 + (int)(clamp(wide, 0l, (long)UINT_MAX) / 4);
  at[3] = (int)clamp((long)h * 5, (long)INT_MIN, (long)INT_MAX) / 2 + (int)(clamp((long)h * 5, 0l, (long)UINT_MAX) / 4);
}

kernel void test_rounding(global int* out) {
  float f = (float)((int)(hash(ITEM) % 2001) - 1000) * 0.25f;
  global int* at = out + ITEM * 4;
  at[0] = convert_int_rte(f) + convert_int_rtz(f) * 1000;
  at[1] = convert_int_rtp(f) + convert_int_rtn(f) * 1000;
  at[2] = convert_short_sat_rte(f * 1000) + (int)f;
  at[3] = convert_int4_rtp((float4)(f, -f, f + 1, 7)).y + convert_uchar_sat_rtn(f);
}
kernel void expect_rounding(global int* out) {
  int quarters = (int)(hash(ITEM) % 2001) - 1000, low = quarters >> 2, rest = quarters & 3;
  int near = low + (rest > 2 || (rest == 2 && (low & 1))), high = low + (rest > 0);
  int zero = quarters < 0 ? high : low;
  global int* at = out + ITEM * 4;
  at[0] = near + zero * 1000;
  at[1] = high + low * 1000;
  at[2] = clamp(quarters * 250, -32768, 32767) + zero;
  at[3] = -low + clamp(low, 0, 255);
}

// To floats: the nearest, or the one in a direction.
kernel void test_to_float(global uint* out) {
  uint h = hash(ITEM);
  global uint* at = out + ITEM * 4;
  at[0] = as_uint(convert_float_rtz(h));
  at[1] = as_uint(convert_float_rtp(h));
  at[2] = as_uint(convert_float(h)) + as_uint(convert_float((ulong)h << 30));
  at[3] = as_uint(convert_float_rtn((double)h + 0.5)) + as_uint2(convert_double(h) * 0.5).y;
}
uint float_bits(uint value, int towards) {
  // Positive only: 0 nearest even, 1 down, 2 up.
  if (!value) return 0;
  uint top = 31 - clz(value);
  if (top <= 23) return ((top + 127) << 23) + ((value << (23 - top)) & 0x7fffff);
  uint shift = top - 23, kept = value >> shift, rest = value & ((1u << shift) - 1), middle = 1u << (shift - 1);
  uint up = towards == 2 ? rest > 0 : towards == 0 ? rest > middle || (rest == middle && (kept & 1)) : 0;
  return ((top + 127) << 23) + (kept & 0x7fffff) + up;
}
kernel void expect_to_float(global uint* out) {
  uint h = hash(ITEM);
  global uint* at = out + ITEM * 4;
  at[0] = float_bits(h, 1);
  at[1] = float_bits(h, 2);
  at[2] = float_bits(h, 0) + float_bits(h, 0) + (h ? 30u << 23 : 0);
  uint top = h ? 31 - clz(h) : 0;
  uint high = h ? ((top + 1022) << 20) + (uint)(((ulong)h << (52 - top) & 0xfffffffffffffUL) >> 32) : 0;
  // The half that was added is lost below the float's last bit, or is part of it.
  uint below = top >= 23 ? float_bits(h, 1) : float_bits(h * 2 + 1, 1) - (1u << 23);
  at[3] = below + high;
}

kernel void test_reinterpret(global uint* out) {
  uint h = hash(ITEM);
  uchar4 bytes = as_uchar4(h);
  ushort2 words = as_ushort2(h);
  double d = as_double((uint2)(h, 0x3ff00000 | (h & 0xfffff)));
  uint3 three = as_uint3((uint4)(h, 1, 2, 3));
  vstore4((uint4)(bytes.x + bytes.w * 1000, words.y, (uint)(d * 1000), as_uint(as_float(h)) + three.z), ITEM, out);
}
kernel void expect_reinterpret(global uint* out) {
  uint h = hash(ITEM);
  double d = 1.0 + ((double)(h & 0xfffff) * 4294967296.0 + (double)h) / 4503599627370496.0;
  uint same = (h & 0x7f800000) == 0x7f800000 && (h & 0x7fffff) && !(h & 0x400000) ? h : h;
  vstore4((uint4)((h & 255) + (h >> 24) * 1000, h >> 16, (uint)(d * 1000), same + 2), ITEM, out);
}
