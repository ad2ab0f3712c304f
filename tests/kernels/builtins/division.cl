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

ulong pick_ulong(uint i) {
  return i % 3 == 0 ? pick_uint(i) : (ulong)pick_uint(i) << (hash(i + 5) % 33) | (i & 1);
}
long pick_long(uint i) {
  return (long)pick_ulong(i);
}

// Multiples of one number that all work-items have: the rest is asked whether it is zero only.
#define MULTIPLES(T)                                                               \
  kernel void test_multiples_##T(global T* out) {                                  \
    T x = pick_##T(ITEM);                                                          \
    ulong found = 0;                                                               \
    for (uint i = 0; i < 40; ++i) {                                                \
      T by = pick_##T(i * 7919);                                                   \
      if (by == 0 || by == (T) - 1) by = 1 + i;                                    \
      T product = (T)((ulong)x * (ulong)by);                                       \
      found = found * 3 + (x % by == 0) + (product % by != 0) * 4;                 \
    }                                                                              \
    out[ITEM * 2] = (T)found;                                                      \
  }                                                                                \
  kernel void expect_multiples_##T(global T* out) {                                \
    T x = pick_##T(ITEM);                                                          \
    ulong found = 0;                                                               \
    for (uint i = 0; i < 40; ++i) {                                                \
      volatile T by = pick_##T(i * 7919);                                          \
      if (by == 0 || by == (T) - 1) by = 1 + i;                                    \
      T product = (T)((ulong)x * (ulong)by);                                       \
      found = found * 3 + (x / by * by == x) + (product / by * by != product) * 4; \
    }                                                                              \
    out[ITEM * 2] = (T)found;                                                      \
  }

MULTIPLES(uint)
MULTIPLES(int)
MULTIPLES(ulong)
MULTIPLES(long)

kernel void test_multiples_of_ids(global uint* out, uint n) {
  ulong by = n / 3 + 1;
  out[ITEM * 2] = ITEM % by == 0;
  out[ITEM * 2 + 1] = ITEM % (by << 40) == 0;
}
kernel void expect_multiples_of_ids(global uint* out, uint n) {
  volatile ulong by = n / 3 + 1;
  out[ITEM * 2] = ITEM / by * by == ITEM;
  out[ITEM * 2 + 1] = ITEM == 0;
}

// A quotient that is only compared with zero is no division; x / 0 is not zero then (mot).
kernel void test_zero_quotients(global uint* out, uint n) {
  uint by = (n ^ n) + hash(ITEM) % 5;
  out[ITEM * 2] = !(ITEM % 7 / by);
  out[ITEM * 2 + 1] = ITEM / by != 0;
}
kernel void expect_zero_quotients(global uint* out) {
  uint by = hash(ITEM) % 5;
  out[ITEM * 2] = by != 0 && ITEM % 7 < by;
  out[ITEM * 2 + 1] = by == 0 || ITEM >= by;
}
