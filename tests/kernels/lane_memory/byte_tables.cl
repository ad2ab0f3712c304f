// SPDX-License-Identifier: Apache-2.0
// Lookups in constant tables of bytes and of 16 bits, which are permutations of registers where the machine has them. The elements are
// a function of their number, which the expectations compute.
// sizes: 1..40 64 67 128
#include "common.h"

#define BYTE(i) ((uchar)((i)*37 + 11))
#define WORD(i) ((ushort)((i)*40503 + 7))
#define ROW4(F, i) F(i), F(i + 1), F(i + 2), F(i + 3)
#define ROW16(F, i) ROW4(F, i), ROW4(F, i + 4), ROW4(F, i + 8), ROW4(F, i + 12)
#define ROW64(F, i) ROW16(F, i), ROW16(F, i + 16), ROW16(F, i + 32), ROW16(F, i + 48)

constant uchar bytes16[16] = {ROW16(BYTE, 0)};
constant uchar bytes40[40] = {ROW16(BYTE, 0), ROW16(BYTE, 16), ROW4(BYTE, 32), ROW4(BYTE, 36)};
constant uchar bytes64[64] = {ROW64(BYTE, 0)};
constant uchar bytes100[100] = {ROW64(BYTE, 0), ROW16(BYTE, 64), ROW16(BYTE, 80), ROW4(BYTE, 96)};
constant uchar bytes128[128] = {ROW64(BYTE, 0), ROW64(BYTE, 64)};
constant uchar bytes256[256] = {ROW64(BYTE, 0), ROW64(BYTE, 64), ROW64(BYTE, 128), ROW64(BYTE, 192)};
constant uchar bytes260[260] = {ROW64(BYTE, 0), ROW64(BYTE, 64), ROW64(BYTE, 128), ROW64(BYTE, 192), ROW4(BYTE, 256)};
constant ushort words20[20] = {ROW16(WORD, 0), ROW4(WORD, 16)};
constant ushort words64[64] = {ROW64(WORD, 0)};
constant ushort words68[68] = {ROW64(WORD, 0), ROW4(WORD, 64)};
constant char digits[] = "0123456789abcdef";

kernel void test_bytes16(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = bytes16[in[i] % 16u];
}
kernel void expect_bytes16(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = BYTE(in[i] % 16u);
}

kernel void test_bytes40(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = bytes40[in[i] % 40u];
}
kernel void expect_bytes40(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = BYTE(in[i] % 40u);
}

kernel void test_bytes64(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = bytes64[in[i] % 64u];
}
kernel void expect_bytes64(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = BYTE(in[i] % 64u);
}

kernel void test_bytes100(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = bytes100[in[i] % 100u];
}
kernel void expect_bytes100(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = BYTE(in[i] % 100u);
}

kernel void test_bytes128(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = bytes128[in[i] % 128u];
}
kernel void expect_bytes128(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = BYTE(in[i] % 128u);
}

kernel void test_bytes256(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = bytes256[in[i] % 256u];
}
kernel void expect_bytes256(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = BYTE(in[i] % 256u);
}

kernel void test_bytes260(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = bytes260[in[i] % 260u];
}
kernel void expect_bytes260(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = BYTE(in[i] % 260u);
}

kernel void test_words20(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = words20[in[i] % 20u];
}
kernel void expect_words20(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = WORD(in[i] % 20u);
}

kernel void test_words64(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = words64[in[i] % 64u];
}
kernel void expect_words64(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = WORD(in[i] % 64u);
}

kernel void test_words68(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = words68[in[i] % 68u];
}
kernel void expect_words68(global uint* out, global const uint* in) {
  size_t i = ITEM;
  out[i] = WORD(in[i] % 68u);
}

// All numbers are bytes: as many lanes as a register has those.
kernel void test_only_bytes(global uchar* out, global const uchar* in) {
  size_t i = ITEM;
  uchar x = in[i];
  out[i] = bytes256[x] ^ bytes16[x & 15] ^ bytes64[x >> 2];
}
kernel void expect_only_bytes(global uchar* out, global const uchar* in) {
  size_t i = ITEM;
  uchar x = in[i];
  out[i] = BYTE(x) ^ BYTE(x & 15) ^ BYTE(x >> 2);
}

// The numbers of lanes that are left out may be anything.
kernel void test_some(global uint* out, global const int* in) {
  size_t i = ITEM;
  int x = in[i] >> 24;
  out[i] = 7;
  if (x >= 0 && x < 40) out[i] = bytes40[x] + words20[x / 2];
}
kernel void expect_some(global uint* out, global const int* in) {
  size_t i = ITEM;
  int x = in[i] >> 24;
  out[i] = x >= 0 && x < 40 ? (uint)BYTE(x) + WORD(x / 2) : 7u;
}

kernel void test_in_loop(global uint* out, global const uint* in) {
  size_t i = ITEM;
  uint x = in[i], sum = 0;
  for (int k = 0; k < 4; k++, x >>= 8) sum = sum * 31 + bytes256[x & 255] + bytes100[(x & 255) % 100];
  out[i] = sum;
}
kernel void expect_in_loop(global uint* out, global const uint* in) {
  size_t i = ITEM;
  uint x = in[i], sum = 0;
  for (int k = 0; k < 4; k++, x >>= 8) sum = sum * 31 + BYTE(x & 255) + BYTE((x & 255) % 100);
  out[i] = sum;
}

// Two stores beside each other, with the lookup of the second one between them.
kernel void test_hexadecimal(global uchar* out, global const uchar* in) {
  size_t i = ITEM;
  uchar x = in[i];
  if (i % 2 == 0) return;
  out[i - 1] = digits[x >> 4];
  out[i] = digits[x & 15];
}
kernel void expect_hexadecimal(global uchar* out, global const uchar* in) {
  size_t i = ITEM;
  uchar high = in[i] >> 4, low = in[i] & 15;
  if (i % 2 == 0) return;
  out[i - 1] = high < 10 ? '0' + high : 'a' + high - 10;
  out[i] = low < 10 ? '0' + low : 'a' + low - 10;
}
