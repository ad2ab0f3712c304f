// SPDX-License-Identifier: Apache-2.0
// §6.13.4 common functions.
#include "hd.h"

#pragma STDC FP_CONTRACT ON

#define COMMON(N, T, I, BITS)                                                      \
  T##N HD_OVERLOAD max(T##N x, T##N y) {                                           \
    return x < y ? y : x;                                                          \
  }                                                                                \
  T##N HD_OVERLOAD min(T##N x, T##N y) {                                           \
    return y < x ? y : x;                                                          \
  }                                                                                \
  T##N HD_OVERLOAD clamp(T##N x, T##N low, T##N high) {                            \
    return min(max(x, low), high);                                                 \
  }                                                                                \
  T##N HD_OVERLOAD degrees(T##N x) {                                               \
    return x * (T##N)(T)57.295779513082320876798;                                  \
  }                                                                                \
  T##N HD_OVERLOAD radians(T##N x) {                                               \
    return x * (T##N)(T)0.017453292519943295769;                                   \
  }                                                                                \
  T##N HD_OVERLOAD mix(T##N x, T##N y, T##N a) {                                   \
    return x + (y - x) * a;                                                        \
  }                                                                                \
  T##N HD_OVERLOAD step(T##N edge, T##N x) {                                       \
    return x < edge ? (T##N)0 : (T##N)1;                                           \
  }                                                                                \
  T##N HD_OVERLOAD smoothstep(T##N edge0, T##N edge1, T##N x) {                    \
    T##N t = clamp((x - edge0) / (edge1 - edge0), (T##N)0, (T##N)1);               \
    return t * t * ((T##N)3 - (T##N)2 * t);                                        \
  }                                                                                \
  T##N HD_OVERLOAD sign(T##N x) { /* keeps the sign of a zero, a NaN gives zero */ \
    T##N one = __builtin_elementwise_copysign((T##N)1, x);                         \
    return x == (T##N)0 ? x : x == x ? one : (T##N)0;                              \
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

HD_FLOATS(HD_WIDTHS, COMMON)
HD_FLOATS(HD_VECTORS, SCALAR_ARGUMENTS)
