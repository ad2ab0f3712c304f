// SPDX-License-Identifier: Apache-2.0
// §6.13.4 common functions.
#include "hd.h"

#pragma STDC FP_CONTRACT ON

// If x is a NaN the result is the other operand, as programs expect (§6.13.4 leaves it open). It is
// one instruction where minima and maxima return the second operand.
#define SELECTIONS(N, T, I, BITS)                                                  \
  T##N HD_OVERLOAD max(T##N x, T##N y) {                                           \
    return x > y ? x : y;                                                          \
  }                                                                                \
  T##N HD_OVERLOAD min(T##N x, T##N y) {                                           \
    return x < y ? x : y;                                                          \
  }                                                                                \
  T##N HD_OVERLOAD clamp(T##N x, T##N low, T##N high) {                            \
    return min(max(x, low), high);                                                 \
  }                                                                                \
  T##N HD_OVERLOAD step(T##N edge, T##N x) {                                       \
    return x < edge ? (T##N)0 : (T##N)1;                                           \
  }                                                                                \
  T##N HD_OVERLOAD sign(T##N x) { /* keeps the sign of a zero, a NaN gives zero */ \
    T##N one = __builtin_elementwise_copysign((T##N)1, x);                         \
    T##N zero = __hd_flushes() ? __builtin_elementwise_copysign((T##N)0, x) : x;   \
    return x == (T##N)0 ? zero : x == x ? one : (T##N)0;                           \
  }

// smoothstep takes a reciprocal, as edges are often the same for all work-items: it is computed
// once then. NaNs become 0: x - edge0 = 0 times infinity.
#define BLENDS(N, T, I, BITS)                                   \
  T##N HD_OVERLOAD degrees(T##N x) {                            \
    return x * (T##N)(T)57.295779513082320876798;               \
  }                                                             \
  T##N HD_OVERLOAD radians(T##N x) {                            \
    return x * (T##N)(T)0.017453292519943295769;                \
  }                                                             \
  T##N HD_OVERLOAD mix(T##N x, T##N y, T##N a) {                \
    return x + (y - x) * a;                                     \
  }                                                             \
  T##N HD_OVERLOAD smoothstep(T##N edge0, T##N edge1, T##N x) { \
    T##N t = (x - edge0) * ((T##N)1 / (edge1 - edge0));         \
    t = t > (T##N)0 ? t : (T##N)0;                              \
    t = t < (T##N)1 ? t : (T##N)1;                              \
    return t * t * ((T##N)3 - (T##N)2 * t);                     \
  }

// Half functions round once, not after each step.
#define CAST(X, T) ((T)(X))
#define CONVERT(X, T) __builtin_convertvector(X, T)
#define HALF_BLENDS(N, TO)                                                                     \
  half##N HD_OVERLOAD degrees(half##N x) {                                                     \
    return TO(degrees(TO(x, float##N)), half##N);                                              \
  }                                                                                            \
  half##N HD_OVERLOAD radians(half##N x) {                                                     \
    return TO(radians(TO(x, float##N)), half##N);                                              \
  }                                                                                            \
  half##N HD_OVERLOAD mix(half##N x, half##N y, half##N a) {                                   \
    return TO(mix(TO(x, float##N), TO(y, float##N), TO(a, float##N)), half##N);                \
  }                                                                                            \
  half##N HD_OVERLOAD smoothstep(half##N edge0, half##N edge1, half##N x) {                    \
    return TO(smoothstep(TO(edge0, float##N), TO(edge1, float##N), TO(x, float##N)), half##N); \
  }

#define SCALAR_ARGUMENTS(N, T, I, BITS)                   \
  T##N HD_OVERLOAD max(T##N x, T y) {                     \
    return max(x, (T##N)y);                               \
  }                                                       \
  T##N HD_OVERLOAD min(T##N x, T y) {                     \
    return min(x, (T##N)y);                               \
  }                                                       \
  T##N HD_OVERLOAD clamp(T##N x, T low, T high) {         \
    return clamp(x, (T##N)low, (T##N)high);               \
  }                                                       \
  T##N HD_OVERLOAD mix(T##N x, T##N y, T a) {             \
    return mix(x, y, (T##N)a);                            \
  }                                                       \
  T##N HD_OVERLOAD step(T edge, T##N x) {                 \
    return step((T##N)edge, x);                           \
  }                                                       \
  T##N HD_OVERLOAD smoothstep(T edge0, T edge1, T##N x) { \
    return smoothstep((T##N)edge0, (T##N)edge1, x);       \
  }

HD_FLOATS(HD_WIDTHS, SELECTIONS)
HD_FLOATS(HD_WIDTHS, BLENDS)
HD_FLOATS(HD_VECTORS, SCALAR_ARGUMENTS)
HD_HALVES(HD_WIDTHS, SELECTIONS)
HALF_BLENDS(, CAST)
HD_VECTORS(HALF_BLENDS, CONVERT)
HD_HALVES(HD_VECTORS, SCALAR_ARGUMENTS)
