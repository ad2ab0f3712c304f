// SPDX-License-Identifier: Apache-2.0
// One float function of one argument beside the double function of the same number. Macros from
// functions.cpp: CHECKED and REFERENCE are the functions, TOLERANCE is in ulp and may use the
// argument x, the exact result r and ulps(d), an absolute error in ulp; what is not in DOMAIN is
// not looked at; ODD functions have the zeros of their arguments; with FLUSHES arguments and
// results that are subnormal, or may be with what is tolerated, may be zero.
#pragma OPENCL FP_CONTRACT OFF

#define BOTH(NAME, EXPRESSION)                                             \
  __attribute__((overloadable)) float NAME(float x) { return EXPRESSION; } \
  __attribute__((overloadable)) double NAME(double x) { return EXPRESSION; }
#define BOTH_BY_POINTER(NAME, CALL, RESULT)         \
  __attribute__((overloadable)) float NAME(float x) { \
    float second, first = CALL;                       \
    return RESULT;                                    \
  }                                                   \
  __attribute__((overloadable)) double NAME(double x) { \
    double second, first = CALL;                      \
    return RESULT;                                    \
  }
#define BOTH_WITH_INT(NAME, CALL, RESULT)           \
  __attribute__((overloadable)) float NAME(float x) { \
    int second;                                       \
    float first = CALL;                               \
    return RESULT;                                    \
  }                                                   \
  __attribute__((overloadable)) double NAME(double x) { \
    int second;                                       \
    double first = CALL;                              \
    return RESULT;                                    \
  }
BOTH(one_over, 1 / x)
BOTH(exponent, isfinite(x) ? ilogb(x) : 0 * ilogb(x))
BOTH_BY_POINTER(sincos_sine, sincos(x, &second), first)
BOTH_BY_POINTER(sincos_cosine, sincos(x, &second), second)
BOTH_BY_POINTER(fract_part, fract(x, &second), first)
BOTH_BY_POINTER(fract_whole, fract(x, &second), second)
BOTH_BY_POINTER(modf_part, modf(x, &second), first)
BOTH_BY_POINTER(modf_whole, modf(x, &second), second)
BOTH_WITH_INT(frexp_fraction, frexp(x, &second), first)
BOTH_WITH_INT(frexp_exponent, isfinite(x) ? 0 * frexp(x, &second) + second : 0, first)
BOTH_WITH_INT(lgamma_value, lgamma_r(x, &second), first)
BOTH_WITH_INT(lgamma_sign, lgamma_r(x, &second), second)

typedef struct {
  double expected;
  float error;    // ulp
  float excess;   // of the error over what is tolerated; above one is wrong
  float got;
  uint bits;      // the argument
} Worst;

// 1 / ulp(r) as float has it, infinity counting as 2^128.
double ulps_in(double d, double r) {
  long e = as_long(fabs(r)) >> 52;
  e = clamp(e, 1023L - 126, 1023L + 127);
  return d * as_double((2046 + 23 - e) << 52);
}

double bounded(double r) {
  return isfinite(r) ? clamp(r, -0x1p128, 0x1p128) : copysign(0x1p128, r);
}

double error_of(float y, double r) {
  bool is_same = isnan(r) || isnan(y) ? isnan(r) && isnan(y) : as_int(y) == (as_long(r) >> 32);
  if (isnan(r) || isnan(y) || r == 0) return is_same ? 0 : INFINITY;
  return ulps_in(fabs(bounded(y) - bounded(r)), bounded(r));
}
#define ulps(d) ulps_in(d, r)

bool is_tiny(double d) {
  return fabs(d) < 0x1p-126;
}

kernel void check(global Worst* out, uint first, uint count, uint stride, uint low, uint offset) {
  uint item = get_global_id(0), items = get_global_size(0);
  Worst worst = {0, 0, 0, 0, 0};
  for (uint i = 0; i < count; ++i) {
    uint n = first + i * items + item;
    uint bits = (n >> low) * stride + (n & ((1u << low) - 1)) - offset;
    float x = as_float(bits);
    float y = CHECKED(x);
    double r = REFERENCE((double)x);
#ifdef ODD
    r = x == 0 ? x : r;
#endif
    double error = error_of(y, r);
#ifdef FLUSHES
    if (is_tiny(fabs(r) - (TOLERANCE) * 0x1p-149) && y == 0) error = 0;
    if (is_tiny(x)) error = fmin(error, error_of(y, REFERENCE(copysign(0.0, (double)x))));
#endif
    double excess = error == 0 ? 0 : error * (1.0 / (TOLERANCE));
    if (!(DOMAIN)) excess = error = 0;
    if (!(excess <= worst.excess)) {
      worst.expected = r;
      worst.error = error;
      worst.excess = excess;
      worst.got = y;
      worst.bits = bits;
    }
  }
  out[item] = worst;
}
