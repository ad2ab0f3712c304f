// SPDX-License-Identifier: Apache-2.0
// Arithmetic in the directions of cl_khr_select_fprounding_mode ([EX9]), made of operations that
// round to nearest. The error of each is a number, too, whose sign says on which side of the result
// the exact value lies. One step of the result to that side, if the direction wants it, is the
// answer. Rounding in a direction twice, to a finer and a coarser grid, is rounding in it once:
// float and half go through double. frontend/static_rounding.cpp makes the calls.
#include "hd.h"

// Numbers of directions, as in LLVM; to nearest needs no call.
#define TOWARD_ZERO 0
#define TOWARD_POSITIVE 2
#define TOWARD_NEGATIVE 3

#define BITS(X) __builtin_astype(X, long)
#define DOUBLE(X) __builtin_astype(X, double)
#define INFINITE 0x7ff0000000000000

#define DECLARE(TO, FROM)                    \
  TO HD_OVERLOAD convert_##TO##_rtz(FROM x); \
  TO HD_OVERLOAD convert_##TO##_rtp(FROM x); \
  TO HD_OVERLOAD convert_##TO##_rtn(FROM x);
DECLARE(half, double)
DECLARE(float, double)
DECLARE(half, long)
DECLARE(float, long)
DECLARE(double, long)
DECLARE(half, ulong)
DECLARE(float, ulong)
DECLARE(double, ulong)

#define DIRECTED(TO, FROM)                                    \
  HD_INLINE TO to_##TO(FROM x, uint mode) {                   \
    return mode == TOWARD_ZERO       ? convert_##TO##_rtz(x)  \
           : mode == TOWARD_POSITIVE ? convert_##TO##_rtp(x)  \
                                     : convert_##TO##_rtn(x); \
  }
DIRECTED(half, double)
DIRECTED(float, double)
DIRECTED(half, long)
DIRECTED(float, long)
DIRECTED(double, long)
DIRECTED(half, ulong)
DIRECTED(float, ulong)
DIRECTED(double, ulong)

// Rounds near + error in the direction; `near` is that sum rounded to nearest, and only the error's
// sign counts. `near` may be a zero with a sign, or an infinity that stands for a finite number. A
// NaN as error counts as none.
HD_INLINE double directed(double near, double error, uint mode) {
  bool negative = BITS(near) < 0;
  bool up = mode == TOWARD_POSITIVE || (mode == TOWARD_ZERO && negative);
  bool moves = up ? error > 0.0 : error < 0.0;
  long step = up == negative ? -1 : 1;
  return DOUBLE(BITS(near) + (moves ? step : 0));
}

HD_INLINE bool is_finite(double x) {
  return (BITS(x) & INFINITE) != INFINITE;
}

HD_INLINE double sum(double a, double b, uint mode) {
  double near = a + b;
  bool a_first = __builtin_elementwise_abs(a) >= __builtin_elementwise_abs(b);
  double large = a_first ? a : b, small = a_first ? b : a;
  double error = small - (near - large);
  if (!is_finite(near) && is_finite(a) && is_finite(b)) error = -near;
  // An exact zero is negative in this direction, unless both are positive.
  if (near == 0.0 && mode == TOWARD_NEGATIVE)
    return DOUBLE((BITS(a) | BITS(b)) & (long)(1UL << 63));
  return directed(near, error, mode);
}

// A number as significand * 2^exponent, with a significand from 1 to 2.
struct parts {
  double significand;
  int exponent;
};

HD_INLINE struct parts parts_of(double x) {
  bool tiny = (BITS(x) & INFINITE) == 0;
  long bits = BITS(tiny ? x * 0x1p54 : x);
  int biased = (int)(bits >> 52 & 0x7ff);
  struct parts all = {DOUBLE((bits & ~INFINITE) | 1023L << 52), biased - 1023 - (tiny ? 54 : 0)};
  return all;
}

HD_INLINE double power_of_two(int exponent) {
  return DOUBLE((long)(exponent + 1023) << 52);
}

// Returns x * 2^exponent, for x from 1/4 to 4 that has been rounded in the direction. The first
// multiplication is exact, and so is the way back.
HD_INLINE double scaled(double x, int exponent, uint mode) {
  exponent = exponent < -1080  ? -1080
             : exponent > 1080 ? 1080
                               : exponent;  // farther exponents give the same result
  int first = exponent < -1000 ? -1000 : exponent > 1000 ? 1000 : exponent;
  double exact = x * power_of_two(first);
  double near = exact * power_of_two(exponent - first);
  return directed(near, exact - near * power_of_two(first - exponent), mode);
}

HD_INLINE bool has_parts(double x) {
  return is_finite(x) && x != 0.0;
}

HD_INLINE double product(double a, double b, uint mode) {
  if (!(has_parts(a) && has_parts(b))) return a * b;
  struct parts p = parts_of(a), q = parts_of(b);
  double near = p.significand * q.significand;
  double error = __builtin_fma(p.significand, q.significand, -near);
  return scaled(directed(near, error, mode), p.exponent + q.exponent, mode);
}

// Divides. The remainder of a division to nearest has the sign of its error, or the other one if b
// is negative.
HD_INLINE double ratio(double a, double b, uint mode) {
  double near = a / b;
  double left = __builtin_fma(-near, b, a);
  return directed(near, b < 0.0 ? -left : left, mode);
}

HD_INLINE double quotient(double a, double b, uint mode) {
  if (!(has_parts(a) && has_parts(b))) return a / b;
  struct parts p = parts_of(a), q = parts_of(b);
  return scaled(ratio(p.significand, q.significand, mode), p.exponent - q.exponent, mode);
}

double __hd_rounded_add_f64(double a, double b, uint mode) {
  return sum(a, b, mode);
}
double __hd_rounded_mul_f64(double a, double b, uint mode) {
  return product(a, b, mode);
}
double __hd_rounded_div_f64(double a, double b, uint mode) {
  return quotient(a, b, mode);
}

// A product of two of these types is exact in double, and neither too small nor too large for it.
#define SMALLER(T, SUFFIX)                                  \
  T __hd_rounded_round_##SUFFIX(double x, uint mode) {      \
    return to_##T(x, mode);                                 \
  }                                                         \
  T __hd_rounded_add_##SUFFIX(T a, T b, uint mode) {        \
    return to_##T(sum((double)a, (double)b, mode), mode);   \
  }                                                         \
  T __hd_rounded_mul_##SUFFIX(T a, T b, uint mode) {        \
    return to_##T((double)a * (double)b, mode);             \
  }                                                         \
  T __hd_rounded_div_##SUFFIX(T a, T b, uint mode) {        \
    return to_##T(ratio((double)a, (double)b, mode), mode); \
  }
SMALLER(half, f16)
SMALLER(float, f32)

#define FROM_INTEGERS(T, SUFFIX)                         \
  T __hd_rounded_from_i64_##SUFFIX(long x, uint mode) {  \
    return to_##T(x, mode);                              \
  }                                                      \
  T __hd_rounded_from_u64_##SUFFIX(ulong x, uint mode) { \
    return to_##T(x, mode);                              \
  }
FROM_INTEGERS(half, f16)
FROM_INTEGERS(float, f32)
FROM_INTEGERS(double, f64)
