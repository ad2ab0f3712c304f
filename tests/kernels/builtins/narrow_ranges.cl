// SPDX-License-Identifier: Apache-2.0
// Arithmetic of int on bytes and 16-bit words whose results are cut or compared: 16 bits hold it, signed or unsigned, or do
// not. The expected values are computed with numbers that nothing is known of.
// per_item: 1
// sizes: 1 3 16 33 64 67 1000
#include "common.h"

#define BOTH(name, T, FROM, ...) \
  kernel void test_##name(global T* out, global const FROM* in) { \
    const int a = in[ITEM * 3], b = in[ITEM * 3 + 1], c = in[ITEM * 3 + 2]; \
    __VA_ARGS__ \
  } \
  kernel void expect_##name(global T* out, global const FROM* in) { \
    volatile int d = in[ITEM * 3], e = in[ITEM * 3 + 1], f = in[ITEM * 3 + 2]; \
    const int a = d, b = e, c = f; \
    __VA_ARGS__ \
  }

BOTH(edges, uchar, uchar, out[ITEM] = min(abs(a + 2 * b - c) + abs(c - a), 255u);)
BOTH(edges_signed, char, char, out[ITEM] = clamp(a + 2 * b - c, -128, 127);)
BOTH(unsigned_shift, uchar, uchar, out[ITEM] = min(a * 200 + b * 55, 40000) >> 8;)
BOTH(signed_shift, short, char, out[ITEM] = max(a * 200 + b * 55, -20000) >> 3;)
BOTH(too_large, uchar, uchar, out[ITEM] = max(a * b + c * a, 60000) >> 9;)
BOTH(most, ushort, uchar, out[ITEM] = max(a * 257 - 3, b * 256 + c);)
BOTH(negative_most, ushort, ushort, out[ITEM] = a > b ? (a - b) / 3 : (b - a) % 7;)
BOTH(words, short, short, out[ITEM] = max(a, b) - min(b, c) > 30000 ? a >> 2 : b & 0x7f0;)
BOTH(of_words, ushort, ushort, out[ITEM] = max(a, 40000) > max(b, c) ? min(a, b) >> 3 : (a ^ c) / 5;)
BOTH(mixed, short, uchar, out[ITEM] = max(a - 200, (b << 7) % 1000) < (c << 8 >> 1) ? a * b >> 1 : -c * 100 / 7;)
BOTH(compared_unsigned, uchar, uchar, out[ITEM] = (uint)(a - b) < (uint)(c - 128) ? max(a - b, -9) : min(c, 9);)
BOTH(absolute, ushort, short, out[ITEM] = max(abs(a), 5u);)
BOTH(minus, short, uchar, out[ITEM] = max(a * 128 - b * 128, -c * 100);)
BOTH(shifted_far, uchar, uchar, out[ITEM] = max(a << 12, b << 11) >> 13;)
BOTH(either, uchar, uchar, int v = a + b; if (c & 4) { out[ITEM] = 7; v = c * 3 - a; } if (v > 77) out[ITEM] = v / 9;)
BOTH(loop, ushort, uchar, int v = a; for (int i = 0; i < (b & 7); ++i) v = max(v - c, v / 2 + b); out[ITEM] = max(v, 3);)
