// SPDX-License-Identifier: Apache-2.0
// Math functions of half (cl_khr_fp16). A float has more than twice the bits of a half: a result of
// float, rounded once more, is within the bounds of the extension's table. A single operation is
// one of half; lower_half makes it one of float if the machine has none.
#include "hd.h"

#define CAST(X, T) ((T)(X))
#define CONVERT(X, T) __builtin_convertvector(X, T)
#define ABS(X) __builtin_elementwise_abs(X)
#define COPYSIGN(X, Y) __builtin_elementwise_copysign(X, Y)

#define ONE(NAME, N, TO)                       \
  float##N HD_OVERLOAD NAME(float##N);         \
  half##N HD_OVERLOAD NAME(half##N x) {        \
    return TO(NAME(TO(x, float##N)), half##N); \
  }
#define TWO(NAME, N, TO)                                        \
  float##N HD_OVERLOAD NAME(float##N, float##N);                \
  half##N HD_OVERLOAD NAME(half##N x, half##N y) {              \
    return TO(NAME(TO(x, float##N), TO(y, float##N)), half##N); \
  }
#define WITH_INTEGER(NAME, N, TO)                 \
  float##N HD_OVERLOAD NAME(float##N, int##N);    \
  half##N HD_OVERLOAD NAME(half##N x, int##N n) { \
    return TO(NAME(TO(x, float##N), n), half##N); \
  }

#define THROUGH_FLOAT(N, TO)                                                                   \
  ONE(acos, N, TO)                                                                             \
  ONE(acosh, N, TO) ONE(acospi, N, TO) ONE(asin, N, TO) ONE(asinh, N, TO) ONE(asinpi, N, TO)   \
      ONE(atan, N, TO) ONE(atanh, N, TO) ONE(atanpi, N, TO) ONE(cbrt, N, TO) ONE(cos, N, TO)   \
          ONE(cosh, N, TO) ONE(cospi, N, TO) ONE(erf, N, TO) ONE(erfc, N, TO) ONE(exp, N, TO)  \
              ONE(exp2, N, TO) ONE(exp10, N, TO) ONE(expm1, N, TO) ONE(lgamma, N, TO)          \
                  ONE(log, N, TO) ONE(log2, N, TO) ONE(log10, N, TO) ONE(log1p, N, TO)         \
                      ONE(logb, N, TO) ONE(rsqrt, N, TO) ONE(sin, N, TO) ONE(sinh, N, TO)      \
                          ONE(sinpi, N, TO) ONE(tan, N, TO) ONE(tanh, N, TO) ONE(tanpi, N, TO) \
                              ONE(tgamma, N, TO) TWO(atan2, N, TO) TWO(atan2pi, N, TO)         \
                                  TWO(fmod, N, TO) TWO(hypot, N, TO) TWO(pow, N, TO)           \
                                      TWO(powr, N, TO) TWO(remainder, N, TO)                   \
                                          WITH_INTEGER(ldexp, N, TO) WITH_INTEGER(pown, N, TO) \
                                              WITH_INTEGER(rootn, N, TO) int##N HD_OVERLOAD    \
                                              ilogb(float##N);                                 \
  int##N HD_OVERLOAD ilogb(half##N x) {                                                        \
    return ilogb(TO(x, float##N));                                                             \
  }

// A function with an output pointer, for every address space that programs can name.
#define OUT_INTEGER(NAME, N, TO, SPACE)                          \
  half##N HD_OVERLOAD NAME(half##N x, SPACE int##N* out) {       \
   private                                                       \
    int##N value;                                                \
    half##N result = TO(NAME(TO(x, float##N), &value), half##N); \
    *out = value;                                                \
    return result;                                               \
  }
#define OUT_HALF(NAME, N, TO, SPACE, FINISH)                     \
  half##N HD_OVERLOAD NAME(half##N x, SPACE half##N* out) {      \
   private                                                       \
    float##N value;                                              \
    half##N result = TO(NAME(TO(x, float##N), &value), half##N); \
    *out = TO(value, half##N);                                   \
    return FINISH(result, half##N);                              \
  }
#define AS_IT_IS(X, T) (X)
#define BELOW_ONE(X, T) ((X) == (T)1 ? (T)0x1.ffcp-1h : (X))  // 1 - 2^-24 is rounded to 1

#define OUTPUTS(N, TO, SPACE)                                                       \
  OUT_INTEGER(frexp, N, TO, SPACE)                                                  \
  OUT_INTEGER(lgamma_r, N, TO, SPACE)                                               \
  OUT_HALF(fract, N, TO, SPACE, BELOW_ONE)                                          \
  OUT_HALF(modf, N, TO, SPACE, AS_IT_IS)                                            \
  OUT_HALF(sincos, N, TO, SPACE, AS_IT_IS)                                          \
  half##N HD_OVERLOAD remquo(half##N x, half##N y, SPACE int##N* out) {             \
   private                                                                          \
    int##N value;                                                                   \
    half##N result = TO(remquo(TO(x, float##N), TO(y, float##N), &value), half##N); \
    *out = value;                                                                   \
    return result;                                                                  \
  }
#define ALL_OUTPUTS(N, TO)                                          \
  float##N HD_OVERLOAD frexp(float##N, private int##N*);            \
  float##N HD_OVERLOAD lgamma_r(float##N, private int##N*);         \
  float##N HD_OVERLOAD fract(float##N, private float##N*);          \
  float##N HD_OVERLOAD modf(float##N, private float##N*);           \
  float##N HD_OVERLOAD sincos(float##N, private float##N*);         \
  float##N HD_OVERLOAD remquo(float##N, float##N, private int##N*); \
  OUTPUTS(N, TO, private)                                           \
  OUTPUTS(N, TO, global) OUTPUTS(N, TO, local) OUTPUTS(N, TO, generic)

#define OPERATION(NAME, N, BUILTIN)            \
  half##N HD_OVERLOAD NAME(half##N x) {        \
    return __builtin_elementwise_##BUILTIN(x); \
  }

// max and min: a NaN operand yields the other one.
#define IN_HALF(N, TO)                                                                         \
  OPERATION(fabs, N, abs)                                                                      \
  OPERATION(ceil, N, ceil)                                                                     \
  OPERATION(floor, N, floor)                                                                   \
  OPERATION(trunc, N, trunc)                                                                   \
  OPERATION(rint, N, rint)                                                                     \
  OPERATION(round, N, round)                                                                   \
  OPERATION(sqrt, N, sqrt)                                                                     \
  half##N HD_OVERLOAD copysign(half##N x, half##N y) {                                         \
    return COPYSIGN(x, y);                                                                     \
  }                                                                                            \
  half##N HD_OVERLOAD fma(half##N a, half##N b, half##N c) {                                   \
    return __builtin_elementwise_fma(a, b, c);                                                 \
  }                                                                                            \
  half##N HD_OVERLOAD mad(half##N a, half##N b, half##N c) {                                   \
    _Pragma("OPENCL FP_CONTRACT ON") return a * b + c;                                         \
  }                                                                                            \
  half##N HD_OVERLOAD fmax(half##N x, half##N y) {                                             \
    half##N m = x < y ? y : x;                                                                 \
    return x != x ? y : m;                                                                     \
  }                                                                                            \
  half##N HD_OVERLOAD fmin(half##N x, half##N y) {                                             \
    half##N m = y < x ? y : x;                                                                 \
    return x != x ? y : m;                                                                     \
  }                                                                                            \
  half##N HD_OVERLOAD fdim(half##N x, half##N y) {                                             \
    return x <= y ? (half##N)0 : x - y;                                                        \
  }                                                                                            \
  half##N HD_OVERLOAD maxmag(half##N x, half##N y) {                                           \
    half##N m = ABS(y) < ABS(x) ? x : fmax(x, y);                                              \
    return ABS(x) < ABS(y) ? y : m;                                                            \
  }                                                                                            \
  half##N HD_OVERLOAD minmag(half##N x, half##N y) {                                           \
    half##N m = ABS(x) < ABS(y) ? x : fmin(x, y);                                              \
    return ABS(y) < ABS(x) ? y : m;                                                            \
  }                                                                                            \
  half##N HD_OVERLOAD nan(ushort##N code) {                                                    \
    return __builtin_astype((ushort##N)(code | (ushort##N)0x7e00), half##N);                   \
  }                                                                                            \
  /* Numbers in order as integers: a negative one's distance from the smallest counts down. */ \
  half##N HD_OVERLOAD nextafter(half##N x, half##N y) {                                        \
    const short##N sign = (short##N)(short)0x8000, one = (short##N)1;                          \
    short##N a = __builtin_astype(x, short##N), b = __builtin_astype(y, short##N);             \
    a = a < (short##N)0 ? (short##N)(sign - a) : a;                                            \
    b = b < (short##N)0 ? (short##N)(sign - b) : b;                                            \
    short##N n = a < b ? (short##N)(a + one) : (short##N)(a - one);                            \
    n = n < (short##N)0 ? (short##N)(sign - n) : n;                                            \
    half##N r = __builtin_astype(n, half##N);                                                  \
    r = x == (half##N)0 ? r : COPYSIGN(r, x);                                                  \
    r = a == b ? y : r;                                                                        \
    r = y != y ? y : r;                                                                        \
    return x != x ? x : r;                                                                     \
  }

#define SCALAR_ARGUMENT(N, _)                   \
  half##N HD_OVERLOAD fmax(half##N x, half y) { \
    return fmax(x, (half##N)y);                 \
  }                                             \
  half##N HD_OVERLOAD fmin(half##N x, half y) { \
    return fmin(x, (half##N)y);                 \
  }                                             \
  half##N HD_OVERLOAD ldexp(half##N x, int k) { \
    return ldexp(x, (int##N)k);                 \
  }

#define FUNCTIONS(N, TO) THROUGH_FLOAT(N, TO) ALL_OUTPUTS(N, TO) IN_HALF(N, TO)
FUNCTIONS(, CAST)
HD_VECTORS(FUNCTIONS, CONVERT)
HD_VECTORS(SCALAR_ARGUMENT, )
