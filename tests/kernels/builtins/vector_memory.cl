// SPDX-License-Identifier: Apache-2.0
// vload and vstore at addresses that are aligned to elements only, in every address space, and of half.
#include "common.h"

kernel void test_widths(global uint* out, global const uint* in) {
  uint at = ITEM % 5;
  uint2 a = vload2(ITEM, in + at);
  uint3 b = vload3(at, in + 1);
  uint4 c = vload4(ITEM, in + 3);
  uint8 d = vload8(at, in + ITEM);
  uint16 e = vload16(at, in + 7);
  out[ITEM] = a.x + a.y * 3 + b.x * 5 + b.z * 7 + c.y * 11 + c.w * 13 + d.s0 + d.s7 * 17 + e.s1 * 19 + e.sf * 23;
}
kernel void expect_widths(global uint* out, global const uint* in) {
  uint at = ITEM % 5, i = ITEM;
  out[i] = in[at + i * 2] + in[at + i * 2 + 1] * 3 + in[1 + at * 3] * 5 + in[3 + at * 3] * 7 + in[4 + i * 4] * 11 +
           in[6 + i * 4] * 13 + in[i + at * 8] + in[i + at * 8 + 7] * 17 + in[8 + at * 16] * 19 + in[22 + at * 16] * 23;
}

kernel void test_bytes(global uint* out, global const uint* in, local uint* box) {
  local uchar* bytes = (local uchar*)(box + LID);
  uchar own[24];
  vstore4(vload4(0, (global const uchar*)in + ITEM * 3), 0, bytes);
  barrier(CLK_LOCAL_MEM_FENCE);
  vstore16(vload16(1, (global const uchar*)in + ITEM), 0, own + 3);
  vstore3((uchar3)(1, 2, 3), 1, own);
  uchar3 three = vload3(1, own + ITEM % 4);
  out[ITEM] = as_uint(vload4(0, bytes)) + three.x * 3 + three.y * 5 + three.z * 7 + vload2(9, own).x;
}
kernel void expect_bytes(global uint* out, global const uint* in) {
  global const uchar* bytes = (global const uchar*)in;
  uint r = 0;
  for (uint i = 0; i < 4; ++i) r += (uint)bytes[ITEM * 3 + i] << i * 8;
  for (uint i = 0; i < 3; ++i) {
    uint at = 3 + ITEM % 4 + i;
    r += (at < 6 ? at - 2 : bytes[ITEM + 16 + at - 3]) * (i * 2 + 3);
  }
  out[ITEM] = r + bytes[ITEM + 16 + 15];
}

// Half, with values that every rounding keeps, and without: round to nearest even by hand.
uint half_bits(float value, int towards) {
  // towards: 0 nearest even, 1 zero, 2 up, 3 down; normal numbers only.
  uint bits = as_uint(value), sign = bits >> 31, magnitude = bits & 0x7fffffff;
  uint kept = (magnitude >> 13) - (112 << 10), rest = magnitude & 0x1fff;
  if (towards == 0 && (rest > 0x1000 || (rest == 0x1000 && (kept & 1)))) ++kept;
  if (towards == 2 && rest && !sign) ++kept;
  if (towards == 3 && rest && sign) ++kept;
  return sign << 15 | kept;
}
float number(uint item) { return (float)(int)(hash(item) % 60001 - 30000) + 0.37f; }
kernel void test_half(global ushort* out) {
  float value = number(ITEM);
  ushort words[16];
  half* at = (half*)words;
  vstore_half(value, 0, at);
  vstore_half_rtz(value, 1, at);
  vstore_half_rtp(value, 2, at);
  vstore_half_rtn(value, 3, at);
  vstore_half4_rte((float4)(value, -value, 1.0f, number(ITEM + 1)), 1, at);
  vstorea_half3((float3)(number(ITEM + 2), 2.0f, -0.5f), 2, at);
  ushort r = words[0] + words[1] * 3 + words[2] * 5 + words[3] * 7 + words[4] * 11 + words[5] * 13 + words[6] * 17 +
             words[7] * 19 + words[8] * 23 + words[9] * 29 + words[10] * 31;
  float4 back = vload_half4(1, at);
  out[ITEM] = r + (ushort)(vload_half(6, at) * 4) + (back.x == -back.y) + (ushort)(vloada_half3(2, at).y * 8);
}
kernel void expect_half(global ushort* out) {
  float value = number(ITEM);
  ushort r = half_bits(value, 0) + half_bits(value, 1) * 3 + half_bits(value, 2) * 5 + half_bits(value, 3) * 7;
  r += half_bits(value, 0) * 11 + half_bits(-value, 0) * 13 + 0x3c00 * 17 + half_bits(number(ITEM + 1), 0) * 19;
  r += half_bits(number(ITEM + 2), 0) * 23 + 0x4000 * 29 + 0xb800 * 31;
  out[ITEM] = r + 4 + 1 + 16;
}

// Every half, to float and back; and what lies between two of them, the middle included.
kernel void test_all_halves(global ushort* out) {
  ushort mine = (ushort)(ITEM * 67 + hash(ITEM) % 67), back[4];
  half* at = (half*)back;
  float value = vload_half(0, (const half*)&mine);
  float next = as_float(as_uint(value) + (1u << 12));
  vstore_half(value, 0, at);
  vstore_half(next, 1, at);
  vstore_half(as_float(as_uint(next) + 1), 2, at);
  vstore_half(value * 0.5f, 3, at);
  uint number = (mine & 0x7c00) != 0x7c00 && (mine & 0x7c00) != 0;
  // A NaN may become quiet.
  ushort quiet = (mine & 0x7fff) > 0x7c00 ? 0x200 : 0;
  out[ITEM] = ((back[0] | quiet) == (mine | quiet)) + number * (back[1] * 3 + back[2] * 5) + (mine & 0x7c00 ? 0 : back[3] * 7);
}
kernel void expect_all_halves(global ushort* out) {
  ushort mine = (ushort)(ITEM * 67 + hash(ITEM) % 67), sign = mine & 0x8000, size = mine & 0x7fff;
  uint number = (mine & 0x7c00) != 0x7c00 && (mine & 0x7c00) != 0;
  ushort halved = size / 2 + ((size & 3) == 3);
  out[ITEM] = 1 + number * ((mine + (mine & 1)) * 3 + (mine + 1) * 5) + (mine & 0x7c00 ? 0 : (sign | halved) * 7);
}

// Of one half: not in §6.13.7, but other drivers have them.
kernel void test_one_half(global ushort* out) {
  float value = number(ITEM);
  ushort words[5];
  half* at = (half*)words;
  vstorea_half(value, 0, at);
  vstorea_half_rtz(value, 1, at);
  vstorea_half_rtp(value, 2, at);
  vstorea_half_rtn(value, 3, at);
  vstorea_half_rte(vloada_half(0, at), 4, at);
  out[ITEM] = words[0] + words[1] * 3 + words[2] * 5 + words[3] * 7 + words[4] * 11;
}
kernel void expect_one_half(global ushort* out) {
  float value = number(ITEM);
  ushort r = half_bits(value, 0) + half_bits(value, 1) * 3 + half_bits(value, 2) * 5 + half_bits(value, 3) * 7;
  out[ITEM] = r + half_bits(value, 0) * 11;
}
