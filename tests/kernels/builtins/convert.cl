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

// Of both signs, of several widths, and of what all work-items share.
kernel void test_directed(global uint* out) {
  int h = (int)hash(ITEM);
  global uint* at = out + ITEM * 4;
  at[0] = as_uint(convert_float_rtz(h)) + 3 * as_uint(convert_float_rtp(h)) + 5 * as_uint(convert_float_rtn(h));
  uint4 four = as_uint4(convert_float4_rtn((int4)(h, -h, h ^ 0x1234, 3)));
  at[1] = four.x + 3 * four.y + 5 * four.z + 7 * four.w;
  at[2] = as_uint(convert_float_rtp((double)h * 1.25)) + 3 * as_uint(convert_float_rtz((double)h * -1.25));
  uint size = (uint)get_local_size(0) * 0x01000001u;
  at[3] = as_uint(convert_float_rtp(size)) + 3 * as_uint(convert_float_rtz(size)) +
          5 * as_uint(convert_float_rtp(1.0 + 0x1p-40 * (double)get_local_size(0)));
}
uint signed_bits(int value, int towards) {
  if (value >= 0) return float_bits(value, towards);
  return float_bits(-(uint)value, towards == 0 ? 0 : 3 - towards) | 0x80000000u;
}
kernel void expect_directed(global uint* out) {
  int h = (int)hash(ITEM);
  uint zero = h < 0 ? 2 : 1;
  global uint* at = out + ITEM * 4;
  at[0] = signed_bits(h, zero) + 3 * signed_bits(h, 2) + 5 * signed_bits(h, 1);
  at[1] = signed_bits(h, 1) + 3 * signed_bits(-h, 1) + 5 * signed_bits(h ^ 0x1234, 1) + 7 * as_uint(3.0f);
  // Five quarters of the magnitude, with 30 bits and a rest below them that is only seen as one.
  ulong five = (h < 0 ? (ulong)(-(long)h) : (ulong)h) * 5;
  uint top = five ? 63 - (uint)clz(five) : 0, sign = h < 0 ? 0x80000000u : 0;
  uint shift = top > 30 ? top - 30 : 0;
  uint number = (uint)(five >> shift) | ((five & ((1ul << shift) - 1)) != 0);
  uint scale = (shift << 23) - (2u << 23);
  uint high = five ? float_bits(number, h < 0 ? 1 : 2) + scale : 0, low = five ? float_bits(number, 1) + scale : 0;
  at[2] = (high | sign) + 3 * (low | (sign ^ 0x80000000u));
  uint size = (uint)get_local_size(0) * 0x01000001u;
  at[3] = float_bits(size, 2) + 3 * float_bits(size, 1) + 5 * 0x3f800001u;
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
