// SPDX-License-Identifier: Apache-2.0
// §6.13.6 relational functions: 1 for true in scalars, -1 (all bits) in vectors.
#include "hd.h"

#define ABS(X) __builtin_elementwise_abs(X)
#define INF(T) ((T)__builtin_inff())

// R is the result type, BITS_OF the integer type of the same layout as T.
#define TESTS(R, T, BITS_OF, SMALLEST)                  \
  R HD_OVERLOAD isequal(T x, T y) {                     \
    return x == y;                                      \
  }                                                     \
  R HD_OVERLOAD isnotequal(T x, T y) {                  \
    return x != y;                                      \
  }                                                     \
  R HD_OVERLOAD isgreater(T x, T y) {                   \
    return x > y;                                       \
  }                                                     \
  R HD_OVERLOAD isgreaterequal(T x, T y) {              \
    return x >= y;                                      \
  }                                                     \
  R HD_OVERLOAD isless(T x, T y) {                      \
    return x < y;                                       \
  }                                                     \
  R HD_OVERLOAD islessequal(T x, T y) {                 \
    return x <= y;                                      \
  }                                                     \
  R HD_OVERLOAD islessgreater(T x, T y) {               \
    return (x < y) | (x > y);                           \
  }                                                     \
  R HD_OVERLOAD isfinite(T x) {                         \
    return ABS(x) < INF(T);                             \
  }                                                     \
  R HD_OVERLOAD isinf(T x) {                            \
    return ABS(x) == INF(T);                            \
  }                                                     \
  R HD_OVERLOAD isnan(T x) {                            \
    return x != x;                                      \
  }                                                     \
  R HD_OVERLOAD isnormal(T x) {                         \
    return (ABS(x) >= (T)SMALLEST) & (ABS(x) < INF(T)); \
  }                                                     \
  R HD_OVERLOAD isordered(T x, T y) {                   \
    return (x == x) & (y == y);                         \
  }                                                     \
  R HD_OVERLOAD isunordered(T x, T y) {                 \
    return (x != x) | (y != y);                         \
  }                                                     \
  R HD_OVERLOAD signbit(T x) {                          \
    return __builtin_astype(x, BITS_OF) < (BITS_OF)0;   \
  }

#define TESTS_OF_VECTOR(N, R, T, SMALLEST) TESTS(R##N, T##N, R##N, SMALLEST)

TESTS(int, float, int, FLT_MIN)
TESTS(int, double, long, DBL_MIN)
TESTS(int, half, short, HALF_MIN)
HD_VECTORS(TESTS_OF_VECTOR, int, float, FLT_MIN)
HD_VECTORS(TESTS_OF_VECTOR, long, double, DBL_MIN)
HD_VECTORS(TESTS_OF_VECTOR, short, half, HALF_MIN)

// Tests the most significant bit, in the scalar forms too.
#define FOLD2(V, OP) ((V).s0 OP(V).s1)
#define FOLD3(V, OP) ((V).s0 OP(V).s1 OP(V).s2)
#define FOLD4(V, OP) FOLD2((V).lo OP(V).hi, OP)
#define FOLD8(V, OP) FOLD4((V).lo OP(V).hi, OP)
#define FOLD16(V, OP) FOLD8((V).lo OP(V).hi, OP)
#define FOLD(V, OP) (V)

#define ANY_ALL(N, T, ST, UT, BITS) \
  int HD_OVERLOAD any(T##N x) {     \
    return FOLD##N(x, |) < 0;       \
  }                                 \
  int HD_OVERLOAD all(T##N x) {     \
    return FOLD##N(x, &) < 0;       \
  }

HD_SIGNED_INTEGERS(HD_WIDTHS, ANY_ALL)

#define BITSELECT(T, B)                                                              \
  T HD_OVERLOAD bitselect(T a, T b, T c) {                                           \
    B mask = __builtin_astype(c, B);                                                 \
    return __builtin_astype(                                                         \
        (B)((__builtin_astype(a, B) & ~mask) | (__builtin_astype(b, B) & mask)), T); \
  }

// The scalar form tests for non-zero, the vector form the most significant bit.
#define SELECT_SCALAR(T, ST, UT)         \
  T HD_OVERLOAD select(T a, T b, ST c) { \
    return c ? b : a;                    \
  }                                      \
  T HD_OVERLOAD select(T a, T b, UT c) { \
    return c ? b : a;                    \
  }
#define SELECT_VECTOR(T, ST, UT)                    \
  T HD_OVERLOAD select(T a, T b, ST c) {            \
    return c < (ST)0 ? b : a;                       \
  }                                                 \
  T HD_OVERLOAD select(T a, T b, UT c) {            \
    return __builtin_astype(c, ST) < (ST)0 ? b : a; \
  }

#define INTEGER_BITSELECT(N, T, ST, UT, BITS) BITSELECT(T##N, T##N)
#define INTEGER_SELECT(N, T, ST, UT, BITS) SELECT_SCALAR(T, ST, UT)
#define INTEGER_SELECT_N(N, T, ST, UT, BITS) SELECT_VECTOR(T##N, ST##N, UT##N)
#define FLOAT_BITSELECT(N, T, I, BITS) BITSELECT(T##N, I##N)
#define FLOAT_SELECT(N, T, I, BITS) SELECT_SCALAR(T, I, u##I)
#define FLOAT_SELECT_N(N, T, I, BITS) SELECT_VECTOR(T##N, I##N, u##I##N)

HD_INTEGERS(HD_WIDTHS, INTEGER_BITSELECT)
HD_INTEGERS(HD_SCALAR, INTEGER_SELECT)
HD_INTEGERS(HD_VECTORS, INTEGER_SELECT_N)
HD_FLOATS(HD_WIDTHS, FLOAT_BITSELECT)
HD_FLOATS(HD_SCALAR, FLOAT_SELECT)
HD_FLOATS(HD_VECTORS, FLOAT_SELECT_N)
HD_HALVES(HD_WIDTHS, FLOAT_BITSELECT)
HD_HALVES(HD_SCALAR, FLOAT_SELECT)
HD_HALVES(HD_VECTORS, FLOAT_SELECT_N)
