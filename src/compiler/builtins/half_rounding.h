// SPDX-License-Identifier: Apache-2.0
// Conversions to half in every rounding mode. The hardware's conversion rounds to nearest; one step
// in the right direction gives the other modes.
#ifndef HEDDLE_BUILTINS_HALF_ROUNDING_H
#define HEDDLE_BUILTINS_HALF_ROUNDING_H

#include "hd.h"

#define CAST(X, T) ((T)(X))
#define CONVERT(X, T) __builtin_convertvector(X, T)
#define ABS(X) __builtin_elementwise_abs(X)
#define ONE_IF(CONDITION, T) ((CONDITION) ? (T)1 : (T)0)

// Moves `near` upwards by `step` units in the last place: away from zero only if it is positive.
#define ROUND(N, TO)                                                           \
  HD_INLINE half##N moved(half##N near, short##N step) {                       \
    short##N bits = __builtin_astype(near, short##N);                          \
    short##N result = bits < (short##N)0 ? bits - step : bits + step;          \
    return __builtin_astype(result, half##N);                                  \
  }                                                                            \
  HD_INLINE half##N to_half(float##N x) {                                      \
    return TO(x, half##N);                                                     \
  }                                                                            \
  HD_INLINE half##N to_half_rte(float##N x) {                                  \
    return TO(x, half##N);                                                     \
  }                                                                            \
  HD_INLINE half##N to_half_rtz(float##N x) {                                  \
    half##N near = TO(x, half##N);                                             \
    int##N beyond = ONE_IF(ABS(TO(near, float##N)) > ABS(x), int##N);          \
    short##N bits = __builtin_astype(near, short##N) - TO(beyond, short##N);   \
    return __builtin_astype(bits, half##N);                                    \
  }                                                                            \
  HD_INLINE half##N to_half_rtp(float##N x) {                                  \
    half##N near = TO(x, half##N);                                             \
    return moved(near, TO(ONE_IF(TO(near, float##N) < x, int##N), short##N));  \
  }                                                                            \
  HD_INLINE half##N to_half_rtn(float##N x) {                                  \
    half##N near = TO(x, half##N);                                             \
    return moved(near, TO(-ONE_IF(TO(near, float##N) > x, int##N), short##N)); \
  }

// Rounds a double to a float by rounding to odd: truncates, and sets the last bit if something was
// cut off. The float has so many more bits than the half that the second rounding has no effect.
#define ODD(N, TO)                                                                          \
  HD_INLINE float##N odd(double##N x) {                                                     \
    float##N f = TO(x, float##N);                                                           \
    double##N back = TO(f, double##N);                                                      \
    long##N beyond = ONE_IF(ABS(back) > ABS(x), long##N);                                   \
    long##N inexact = ONE_IF((back < x) | (back > x), long##N);                             \
    int##N bits = (__builtin_astype(f, int##N) - TO(beyond, int##N)) | TO(inexact, int##N); \
    return __builtin_astype(bits, float##N);                                                \
  }                                                                                         \
  HD_INLINE half##N to_half(double##N x) {                                                  \
    return to_half(odd(x));                                                                 \
  }                                                                                         \
  HD_INLINE half##N to_half_rte(double##N x) {                                              \
    return to_half_rte(odd(x));                                                             \
  }                                                                                         \
  HD_INLINE half##N to_half_rtz(double##N x) {                                              \
    return to_half_rtz(odd(x));                                                             \
  }                                                                                         \
  HD_INLINE half##N to_half_rtp(double##N x) {                                              \
    return to_half_rtp(odd(x));                                                             \
  }                                                                                         \
  HD_INLINE half##N to_half_rtn(double##N x) {                                              \
    return to_half_rtn(odd(x));                                                             \
  }

#define CONVERSIONS(N, TO) ROUND(N, TO) ODD(N, TO)
CONVERSIONS(, CAST)
HD_VECTORS(CONVERSIONS, CONVERT)

#endif
