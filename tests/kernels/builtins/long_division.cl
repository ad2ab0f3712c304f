// Division and remainder of 64-bit integers by constants, and of such below 2^50 by anything. The
// expected values come from scalars that the compiler does not see through.
// per_item: 12
// sizes: 1 3 16 64 1000
#include "common.h"

ulong pick(uint i) {
  ulong any = (ulong)hash(i) << 32 | hash(i + 77777);
  uint kind = i % 5;
  ulong edge = (1ul << (hash(i) % 64)) - 1 + (hash(i + 1) % 3);
  return kind == 0 ? any : kind == 1 ? any >> (hash(i + 3) % 64) : kind == 2 ? edge : kind == 3 ? -edge : any >> 33;
}

#define BY(AT, T, X, D)             \
  out[ITEM * 12 + AT] = (T)(X) / D; \
  out[ITEM * 12 + AT + 1] = (T)(X) % D;

// test_ divides vectors by constants; expect_ by a number that is read.
#define CONSTANTS(NAME, T, A, B, C, D, E, F)                                  \
  kernel void test_##NAME(global T* out) {                                    \
    T x = (T)pick(ITEM);                                                      \
    BY(0, T, x, A) BY(2, T, x, B) BY(4, T, x, C) BY(6, T, x, D) BY(8, T, x, E) BY(10, T, x, F) \
  }                                                                           \
  kernel void expect_##NAME(global T* out) {                                  \
    T x = (T)pick(ITEM);                                                      \
    volatile T a = A, b = B, c = C, d = D, e = E, f = F;                      \
    BY(0, T, x, a) BY(2, T, x, b) BY(4, T, x, c) BY(6, T, x, d) BY(8, T, x, e) BY(10, T, x, f) \
  }

CONSTANTS(unsigned, ulong, 3ul, 7ul, 10ul, 1000003ul, 0xfffffffffffffffful, 0x8000000000000001ul)
CONSTANTS(unsigned_large, ulong, 6ul, 641ul, 4294967297ul, 4294967295ul, 18446744073709551557ul, 28ul)
CONSTANTS(signed, long, 3l, -7l, 10l, -1000003l, 0x7fffffffffffffffl, -0x7fffffffffffffffl)

// Numbers of up to 50 bits, which are known to be such, by numbers of any size.
kernel void test_small(global ulong* out) {
  for (uint n = 0; n < 6; ++n) {
    ulong x = pick(ITEM * 6 + n) >> 14, y = pick(ITEM * 7 + n + 5);
    if (n % 2) y >>= 40;
    if (y == 0) y = 3;
    out[ITEM * 12 + n * 2] = x / y, out[ITEM * 12 + n * 2 + 1] = x % y;
  }
}
kernel void expect_small(global ulong* out) {
  for (uint n = 0; n < 6; ++n) {
    volatile ulong x = pick(ITEM * 6 + n) >> 14, y = pick(ITEM * 7 + n + 5);
    if (n % 2) y = y >> 40;
    if (y == 0) y = 3;
    out[ITEM * 12 + n * 2] = x / y, out[ITEM * 12 + n * 2 + 1] = x % y;
  }
}

// Just below and at multiples, where a rounded quotient would be one too large.
kernel void test_multiples(global ulong* out) {
  ulong y = 1 + (hash(ITEM) & 0xffffff), q = hash(ITEM + 9) & 0x3ffffff;
  for (uint n = 0; n < 6; ++n) {
    ulong x = (y * (q >> n) - n % 3) & 0x3ffffffffffff;
    out[ITEM * 12 + n * 2] = x / y, out[ITEM * 12 + n * 2 + 1] = x % y;
  }
}
kernel void expect_multiples(global ulong* out) {
  volatile ulong y = 1 + (hash(ITEM) & 0xffffff);
  ulong q = hash(ITEM + 9) & 0x3ffffff;
  for (uint n = 0; n < 6; ++n) {
    ulong x = (y * (q >> n) - n % 3) & 0x3ffffffffffff;
    out[ITEM * 12 + n * 2] = x / y, out[ITEM * 12 + n * 2 + 1] = x % y;
  }
}
