// SPDX-License-Identifier: Apache-2.0
// §6.13.3 integer functions that need no more bits than the type has.
#include "hd.h"

#define SIGNED(N, T, ST, UT, BITS)                                \
  UT##N HD_OVERLOAD abs(T##N x) {                                 \
    return __builtin_astype(__builtin_elementwise_abs(x), UT##N); \
  }

#define UNSIGNED(N, T, ST, UT, BITS) \
  UT##N HD_OVERLOAD abs(T##N x) {    \
    return x;                        \
  }

// abs_diff compares as T; the subtraction wraps and gives the difference in the unsigned type.
// hadd: x + y = 2 * (x & y) + (x ^ y) = 2 * (x | y) - (x ^ y), so half of it never overflows.
#define COMMON(N, T, ST, UT, BITS)                                             \
  UT##N HD_OVERLOAD abs_diff(T##N x, T##N y) {                                 \
    UT##N a = __builtin_astype(x, UT##N);                                      \
    UT##N b = __builtin_astype(y, UT##N);                                      \
    return x > y ? a - b : b - a;                                              \
  }                                                                            \
  T##N HD_OVERLOAD add_sat(T##N x, T##N y) {                                   \
    return __builtin_elementwise_add_sat(x, y);                                \
  }                                                                            \
  T##N HD_OVERLOAD sub_sat(T##N x, T##N y) {                                   \
    return __builtin_elementwise_sub_sat(x, y);                                \
  }                                                                            \
  T##N HD_OVERLOAD hadd(T##N x, T##N y) {                                      \
    return (x & y) + ((x ^ y) >> (T##N)1);                                     \
  }                                                                            \
  T##N HD_OVERLOAD rhadd(T##N x, T##N y) {                                     \
    return (x | y) - ((x ^ y) >> (T##N)1);                                     \
  }                                                                            \
  T##N HD_OVERLOAD max(T##N x, T##N y) {                                       \
    return __builtin_elementwise_max(x, y);                                    \
  }                                                                            \
  T##N HD_OVERLOAD min(T##N x, T##N y) {                                       \
    return __builtin_elementwise_min(x, y);                                    \
  }                                                                            \
  T##N HD_OVERLOAD clamp(T##N x, T##N low, T##N high) {                        \
    return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high); \
  }                                                                            \
  T##N HD_OVERLOAD clz(T##N x) {                                               \
    return __builtin_elementwise_clzg(x, (T##N)BITS);                          \
  }                                                                            \
  T##N HD_OVERLOAD ctz(T##N x) {                                               \
    return __builtin_elementwise_ctzg(x, (T##N)BITS);                          \
  }                                                                            \
  T##N HD_OVERLOAD popcount(T##N x) {                                          \
    return __builtin_elementwise_popcount(x);                                  \
  }                                                                            \
  T##N HD_OVERLOAD rotate(T##N x, T##N n) {                                    \
    return __builtin_elementwise_fshl(x, x, n);                                \
  }

#define SCALAR_BOUNDS(N, T, ST, UT, BITS)                                                  \
  T##N HD_OVERLOAD max(T##N x, T y) {                                                      \
    return __builtin_elementwise_max(x, (T##N)y);                                          \
  }                                                                                        \
  T##N HD_OVERLOAD min(T##N x, T y) {                                                      \
    return __builtin_elementwise_min(x, (T##N)y);                                          \
  }                                                                                        \
  T##N HD_OVERLOAD clamp(T##N x, T low, T high) {                                          \
    return __builtin_elementwise_min(__builtin_elementwise_max(x, (T##N)low), (T##N)high); \
  }

HD_SIGNED_INTEGERS(HD_WIDTHS, SIGNED)
HD_UNSIGNED_INTEGERS(HD_WIDTHS, UNSIGNED)
HD_INTEGERS(HD_WIDTHS, COMMON)
HD_INTEGERS(HD_VECTORS, SCALAR_BOUNDS)
