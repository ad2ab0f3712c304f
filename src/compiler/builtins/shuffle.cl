// SPDX-License-Identifier: Apache-2.0
// §6.13.12 shuffle and shuffle2. A constant mask folds to a shufflevector in the kernel.
#include "hd.h"

#define PICK2(V, M, LAST) V[M.s0 & LAST], V[M.s1 & LAST]
#define PICK4(V, M, LAST) PICK2(V, M.lo, LAST), PICK2(V, M.hi, LAST)
#define PICK8(V, M, LAST) PICK4(V, M.lo, LAST), PICK4(V, M.hi, LAST)
#define PICK16(V, M, LAST) PICK8(V, M.lo, LAST), PICK8(V, M.hi, LAST)

#define JOIN2(X, Y) __builtin_shufflevector(X, Y, 0, 1, 2, 3)
#define JOIN4(X, Y) __builtin_shufflevector(X, Y, 0, 1, 2, 3, 4, 5, 6, 7)
#define JOIN8(X, Y) \
  __builtin_shufflevector(X, Y, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define JOIN16(X, Y)                                                                              \
  __builtin_shufflevector(X, Y, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, \
                          19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31)

// Shuffles M elements (2 * M in shuffle2) to N. Only the low bits of an index count.
#define SHUFFLE(N, M, T, U)                                   \
  T##N HD_OVERLOAD shuffle(T##M x, U##N mask) {               \
    return (T##N)(PICK##N(x, mask, (M - 1)));                 \
  }                                                           \
  T##N HD_OVERLOAD shuffle2(T##M x, T##M y, U##N mask) {      \
    typedef T joined __attribute__((ext_vector_type(2 * M))); \
    joined xy = JOIN##M(x, y);                                \
    return (T##N)(PICK##N(xy, mask, (2 * M - 1)));            \
  }

#define FROM(M, T, U) \
  SHUFFLE(2, M, T, U) SHUFFLE(4, M, T, U) SHUFFLE(8, M, T, U) SHUFFLE(16, M, T, U)
#define SHUFFLES(T, U) FROM(2, T, U) FROM(4, T, U) FROM(8, T, U) FROM(16, T, U)

SHUFFLES(char, uchar)
SHUFFLES(uchar, uchar)
SHUFFLES(short, ushort)
SHUFFLES(ushort, ushort)
SHUFFLES(int, uint)
SHUFFLES(uint, uint)
SHUFFLES(long, ulong)
SHUFFLES(ulong, ulong)
SHUFFLES(float, uint)
SHUFFLES(double, ulong)
SHUFFLES(half, ushort)
