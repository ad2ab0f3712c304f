// SPDX-License-Identifier: Apache-2.0
// Shuffles between loads and stores of whole short vectors, which need not be taken apart, for elements of each size; of which only
// the low bits of a number count. Tables that all work-items share, numbers that they share, and masked work-items.
// sizes: 1 17 64
// per_item: 16
#include "common.h"

#define TUPLES(NAME, T, N, U)                                                                      \
  kernel void test_##NAME(global T* out, global const T* in, global const U* in_mask) {            \
    T##N x = vload##N(ITEM, in), y = vload##N(ITEM + 1, in);                                       \
    U##N m = vload##N(ITEM, in_mask);                                                              \
    U##N r = as_##U##N(shuffle(x, m)) ^ as_##U##N(shuffle2(x, y, m + (U)3));                       \
    vstore##N(as_##T##N(r ^ as_##U##N(shuffle(vload##N(2, in), m ^ (U)5))), ITEM, out);            \
  }                                                                                                \
  kernel void expect_##NAME(global T* out, global const T* in, global const U* in_mask) {          \
    for (int k = 0; k < N; ++k) {                                                                  \
      const U m = in_mask[ITEM * N + k];                                                           \
      const T a = in[ITEM * N + (m & (N - 1))], b = in[ITEM * N + ((U)(m + 3) & (2 * N - 1))];     \
      const T c = in[2 * N + ((m ^ 5) & (N - 1))];                                                 \
      out[ITEM * N + k] = as_##T((U)(as_##U(a) ^ as_##U(b) ^ as_##U(c)));                          \
    }                                                                                              \
  }                                                                                                \
  kernel void test_##NAME##_apart(global T* out, global const T* in, global const U* in_mask) {    \
    T##N x = vload##N(ITEM, in);                                                                   \
    U##N m = vload##N(ITEM, in_mask);                                                              \
    if (m.s1 & 1) vstore##N(shuffle(x, m), ITEM, out);                                             \
    if (m.s1 & 2) out[ITEM * N] = shuffle(x, vload##N(1, in_mask)).s0;                             \
  }                                                                                                \
  kernel void expect_##NAME##_apart(global T* out, global const T* in, global const U* in_mask) {  \
    const global U* m = in_mask + ITEM * N;                                                        \
    for (int k = 0; k < N && m[1] & 1; ++k) out[ITEM * N + k] = in[ITEM * N + (m[k] & (N - 1))];   \
    if (m[1] & 2) out[ITEM * N] = in[ITEM * N + (in_mask[N] & (N - 1))];                           \
  }

TUPLES(uchar16, uchar, 16, uchar)
TUPLES(char8, char, 8, uchar)
TUPLES(uchar4, uchar, 4, uchar)
TUPLES(uchar2, uchar, 2, uchar)
TUPLES(ushort16, ushort, 16, ushort)
TUPLES(short8, short, 8, ushort)
TUPLES(ushort4, ushort, 4, ushort)
TUPLES(uint16, uint, 16, uint)
TUPLES(int8, int, 8, uint)
TUPLES(float4, float, 4, uint)
TUPLES(uint2, uint, 2, uint)
TUPLES(ulong8, ulong, 8, ulong)
TUPLES(double4, double, 4, ulong)
TUPLES(long2, long, 2, ulong)

// Numbers and elements of which some are the same for all work-items, or for two elements.
kernel void test_composed(global uchar* out, global const uchar* in, global const uchar* in_mask, uint n) {
  uchar16 x = vload16(ITEM, in), m = vload16(ITEM, in_mask);
  for (uint k = 0; k < (n & 3) + 2; ++k) {
    x = shuffle(x, m) + (uchar)k;
    m = shuffle(m, x);
  }
  x.s3 = 7;
  vstore16(shuffle(x, (uchar16)(m.s0, m.s0, 3, (uchar)n, m.lo.even, m.hi)), ITEM, out);
}
kernel void expect_composed(global uchar* out, global const uchar* in, global const uchar* in_mask, uint n) {
  uchar x[16], m[16], y[16];
  for (int i = 0; i < 16; ++i) {
    x[i] = in[ITEM * 16 + i];
    m[i] = in_mask[ITEM * 16 + i];
  }
  for (uint k = 0; k < (n & 3) + 2; ++k) {
    for (int i = 0; i < 16; ++i) y[i] = x[m[i] & 15] + k;
    for (int i = 0; i < 16; ++i) x[i] = y[i];
    for (int i = 0; i < 16; ++i) y[i] = m[x[i] & 15];
    for (int i = 0; i < 16; ++i) m[i] = y[i];
  }
  x[3] = 7;
  const uchar numbers[16] = {m[0], m[0], 3, n, m[0], m[2], m[4], m[6], m[8], m[9], m[10], m[11], m[12], m[13], m[14], m[15]};
  for (int i = 0; i < 16; ++i) out[ITEM * 16 + i] = x[numbers[i] & 15];
}
