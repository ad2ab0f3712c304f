// SPDX-License-Identifier: Apache-2.0
// Integer functions (OpenCL C 2.0 §6.13.3), each against its definition in wider arithmetic.
// per_item: 8
#include "common.h"

kernel void test_signed(global int* out) {
  int a = (int)hash(ITEM), b = (int)hash(ITEM + 77) >> (ITEM % 24), c = (int)hash(ITEM + 99);
  global int* at = out + ITEM * 8;
  at[0] = mul_hi(a, b);
  at[1] = hadd(a, b);
  at[2] = rhadd(a, b);
  at[3] = mad_sat(a >> 14, b, c);
  at[4] = add_sat(a, c);
  at[5] = sub_sat(a, c);
  at[6] = rotate(a, b) ^ mad_hi(a, b, c);
  at[7] = (int)abs_diff(a, c) + (int)abs(b) + clamp(a, -5000, 70000) + min(a, b) - max(b, c);
}
kernel void expect_signed(global int* out) {
  int a = (int)hash(ITEM), b = (int)hash(ITEM + 77) >> (ITEM % 24), c = (int)hash(ITEM + 99);
  global int* at = out + ITEM * 8;
  long product = (long)a * b, low = INT_MIN, high = INT_MAX;
  at[0] = (int)(product >> 32);
  at[1] = (int)(((long)a + b) >> 1);
  at[2] = (int)(((long)a + b + 1) >> 1);
  long sum = (long)(a >> 14) * b + c;
  at[3] = (int)(sum < low ? low : sum > high ? high : sum);
  sum = (long)a + c;
  at[4] = (int)(sum < low ? low : sum > high ? high : sum);
  sum = (long)a - c;
  at[5] = (int)(sum < low ? low : sum > high ? high : sum);
  uint by = (uint)b % 32;
  uint turned = (uint)a << by | (by ? (uint)a >> (32 - by) : 0);
  at[6] = (int)(turned ^ ((uint)(product >> 32) + (uint)c));
  long apart = (long)a - c;
  uint r = (uint)(apart < 0 ? -apart : apart) + (b < 0 ? 0u - (uint)b : (uint)b);
  r += (uint)(a < -5000 ? -5000 : a > 70000 ? 70000 : a) + (uint)(a < b ? a : b) - (uint)(b > c ? b : c);
  at[7] = (int)r;
}

kernel void test_unsigned(global uint* out) {
  uint a = hash(ITEM), b = hash(ITEM + 55) >> (ITEM % 31);
  global uint* at = out + ITEM * 8;
  at[0] = mul_hi(a, b) + mul24(a & 0xffffff, b & 0xff) + mad24(a & 0xffff, 3u, b);
  at[1] = hadd(a, b) ^ rhadd(a, b);
  at[2] = add_sat(a, b) ^ sub_sat(b, a);
  at[3] = clz(b) + popcount(a) * 100 + ctz(b | 0x80000000u) * 10000;
  at[4] = mad_sat(a, b & 7, 0xfffffu);
  at[5] = upsample((ushort)a, (ushort)b) + (uint)(upsample(a, b) >> 17);
  at[6] = rotate((uchar)a, (uchar)b) + clz((uchar)b) * 1000 + popcount((ushort)a) * 100000;
  at[7] = (uint)mul_hi((ulong)a << 32 | b, (ulong)b << 31 | a) + mul_hi((ushort)a, (ushort)b);
}
kernel void expect_unsigned(global uint* out) {
  uint a = hash(ITEM), b = hash(ITEM + 55) >> (ITEM % 31);
  global uint* at = out + ITEM * 8;
  ulong product = (ulong)a * b, sum = (ulong)a + b;
  at[0] = (uint)(product >> 32) + (a & 0xffffff) * (b & 0xff) + (a & 0xffff) * 3 + b;
  at[1] = (uint)(sum >> 1) ^ (uint)((sum + 1) >> 1);
  at[2] = (uint)(sum > UINT_MAX ? UINT_MAX : sum) ^ (b < a ? 0 : b - a);
  uint leading = 0, ones = 0, trailing = 0;
  for (int i = 31; i >= 0 && !(b >> i & 1); --i) ++leading;
  for (int i = 0; i < 32; ++i) ones += a >> i & 1;
  for (int i = 0; i < 31 && !(b >> i & 1); ++i) ++trailing;
  at[3] = leading + ones * 100 + trailing * 10000;
  ulong wide = (ulong)a * (b & 7) + 0xfffff;
  at[4] = (uint)(wide > UINT_MAX ? UINT_MAX : wide);
  at[5] = (a << 16 | (b & 0xffff)) + (uint)(((ulong)a << 32 | b) >> 17);
  uint by = b & 7, byte = a & 255, zeros = 0;
  for (int i = 7; i >= 0 && !(b >> i & 1); --i) ++zeros;
  uint half_ones = 0;
  for (int i = 0; i < 16; ++i) half_ones += a >> i & 1;
  at[6] = ((byte << by | byte >> (8 - by)) & 255) + zeros * 1000 + half_ones * 100000;
  // 64 by 64 bits in four parts.
  ulong x0 = b, x1 = a, y = (ulong)b << 31 | a, y0 = y & 0xffffffff, y1 = y >> 32;
  ulong middle = x1 * y0 + (x0 * y0 >> 32), middle2 = x0 * y1 + (middle & 0xffffffff);
  at[7] = (uint)(x1 * y1 + (middle >> 32) + (middle2 >> 32)) + ((a & 0xffff) * (b & 0xffff) >> 16);
}

// The same functions on vectors give what they give on elements.
kernel void test_vectors(global int* out) {
  short8 a, b;
  for (uint i = 0; i < 8; ++i) ((short*)&a)[i] = (short)hash(ITEM * 8 + i), ((short*)&b)[i] = (short)hash(ITEM * 8 + i + 3);
  short8 r = hadd(a, b) ^ mul_hi(a, b) ^ add_sat(a, b) ^ rotate(a, b) ^ clz(a) ^ max(a, b) ^ as_short8(abs(b));
  vstore8(convert_int8(r), ITEM, out);
}
kernel void expect_vectors(global int* out) {
  for (uint i = 0; i < 8; ++i) {
    short a = (short)hash(ITEM * 8 + i), b = (short)hash(ITEM * 8 + i + 3);
    short r = hadd(a, b) ^ mul_hi(a, b) ^ add_sat(a, b) ^ rotate(a, b) ^ clz(a) ^ max(a, b) ^ as_short(abs(b));
    out[ITEM * 8 + i] = r;
  }
}

// Numbers of 64 bits that are known to be small, shifted further than half their width.
kernel void test_small_shifts(global ulong* out, global const ulong* in) {
  global ulong* at = out + ITEM * 8;
  ulong few = popcount(in[ITEM]), by = in[ITEM + 1] & 63;
  at[0] = few >> by;
  at[1] = few << by;
  at[2] = few >> 32;
  at[3] = mul_hi(few, in[ITEM]);
  at[4] = (ulong)mul_hi((long)few, (long)(in[ITEM] / (in[ITEM + 1] | 1)));
  at[5] = (ulong)get_local_id(0) >> by;
  at[6] = (few & 7) << (by & 31);
  at[7] = 0;
}
kernel void expect_small_shifts(global ulong* out, global const ulong* in) {
  global ulong* at = out + ITEM * 8;
  ulong few = 0, by = in[ITEM + 1] & 63, high = 0, low = 0;
  for (int i = 0; i < 64; ++i) few += in[ITEM] >> i & 1;
  for (uint i = 0; i < few; ++i) {
    low += in[ITEM];
    high += low < in[ITEM];
  }
  at[0] = at[5] = 0;
  if (by < 32) {
    at[0] = (uint)few >> (uint)by;
    at[5] = (uint)get_local_id(0) >> (uint)by;
  }
  at[1] = few;
  for (uint i = 0; i < by; ++i) at[1] *= 2;
  at[2] = 0;
  at[3] = high;
  at[4] = 0;
  ulong quotient = in[ITEM] / (in[ITEM + 1] | 1);
  low = 0;
  for (uint i = 0; i < few; ++i) {
    low += quotient;
    at[4] += low < quotient;
  }
  if ((long)quotient < 0) at[4] -= few;
  at[6] = few & 7;
  for (uint i = 0; i < (by & 31); ++i) at[6] *= 2;
  at[7] = 0;
}
