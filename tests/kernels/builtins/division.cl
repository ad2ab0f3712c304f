// Division and remainder by divisors that differ: what no vector instruction does. The expected
// values come from 64-bit division, which goes another way.
// per_item: 2
// sizes: 1 3 16 64 67 1000
#include "common.h"

#define PAIRS(T, S, U)                                                                             \
  T pick_##T(uint i) {                                                                             \
    uint h = hash(i);                                                                              \
    uint kind = i % 7;                                                                             \
    T small = (T)(h & 15), any = (T)h, edge = (T)(0 - (h & 3));                                    \
    T high = (T)(((U)1 << (sizeof(T) * 8 - 1)) - 2 + (h & 3));                                     \
    return kind < 2 ? any : kind < 4 ? small : kind == 4 ? edge : kind == 5 ? high : (T)(h >> 16); \
  }                                                                                                \
  kernel void test_##T(global T* out) {                                                            \
    T x = pick_##T(ITEM * 2), y = pick_##T(ITEM * 2 + 1);                                          \
    y = y == 0 || y == (T) - 1 ? 3 : y;                                                            \
    out[ITEM * 2] = x / y;                                                                         \
    out[ITEM * 2 + 1] = x % y;                                                                     \
  }                                                                                                \
  kernel void expect_##T(global T* out) {                                                          \
    S x = pick_##T(ITEM * 2), y = pick_##T(ITEM * 2 + 1);                                          \
    y = (T)y == 0 || (T)y == (T) - 1 ? 3 : y;                                                      \
    out[ITEM * 2] = (T)(x / y);                                                                    \
    out[ITEM * 2 + 1] = (T)(x % y);                                                                \
  }

PAIRS(uint, ulong, uint)
PAIRS(int, long, uint)
PAIRS(ushort, ulong, ushort)
PAIRS(short, long, ushort)
PAIRS(uchar, ulong, uchar)
PAIRS(char, long, uchar)
