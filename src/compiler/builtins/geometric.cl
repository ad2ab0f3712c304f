// SPDX-License-Identifier: Apache-2.0
// §6.13.5 geometric functions.
#include "hd.h"

#pragma STDC FP_CONTRACT ON

#define ABS(X) __builtin_elementwise_abs(X)
#define SQRT(X) __builtin_elementwise_sqrt(X)

#define SUM_OF_PRODUCTS(A, B) ((A) * (B))
#define SUM_OF_PRODUCTS2(A, B) ((A).x * (B).x + (A).y * (B).y)
#define SUM_OF_PRODUCTS3(A, B) ((A).x * (B).x + (A).y * (B).y + (A).z * (B).z)
#define SUM_OF_PRODUCTS4(A, B) ((A).x * (B).x + (A).y * (B).y + ((A).z * (B).z + (A).w * (B).w))

#define BIGGER(A, B) ((A) < (B) ? (B) : (A))
#define BIGGEST(A) (A)
#define BIGGEST2(A) BIGGER((A).x, (A).y)
#define BIGGEST3(A) BIGGER(BIGGER((A).x, (A).y), (A).z)
#define BIGGEST4(A) BIGGER(BIGGER((A).x, (A).y), BIGGER((A).z, (A).w))

// Returns the power of two by which a vector is scaled, which is exact, and scaled back, so that
// squares neither overflow nor lose bits: for vectors whose biggest element is beyond 2^60 (double:
// 2^500) or below 2^-50 (2^-400).
HD_INLINE float scale(float biggest) {
  return biggest > 0x1p60f ? 0x1p-70f : biggest < 0x1p-50f ? 0x1p90f : 1.0f;
}
HD_INLINE float scale_back(float biggest) {
  return biggest > 0x1p60f ? 0x1p70f : biggest < 0x1p-50f ? 0x1p-90f : 1.0f;
}
HD_INLINE double scale(double biggest) {
  return biggest > 0x1p500 ? 0x1p-600 : biggest < 0x1p-400 ? 0x1p700 : 1.0;
}
HD_INLINE double scale_back(double biggest) {
  return biggest > 0x1p500 ? 0x1p600 : biggest < 0x1p-400 ? 0x1p-700 : 1.0;
}

// normalize: an infinite element counts as one of its sign, and finite elements beside it as zero.
// The zero vector stays as it is: its length counts as one. Scaling down comes after the division,
// since small elements would lose bits before it.
#define GEOMETRIC(N, T)                                                            \
  T HD_OVERLOAD dot(T##N a, T##N b) {                                              \
    return SUM_OF_PRODUCTS##N(a, b);                                               \
  }                                                                                \
  T HD_OVERLOAD length(T##N a) {                                                   \
    T##N magnitude = ABS(a);                                                       \
    T biggest = BIGGEST##N(magnitude);                                             \
    T##N scaled = a * (T##N)scale(biggest);                                        \
    return SQRT(SUM_OF_PRODUCTS##N(scaled, scaled)) * scale_back(biggest);         \
  }                                                                                \
  T HD_OVERLOAD distance(T##N a, T##N b) {                                         \
    return length(a - b);                                                          \
  }                                                                                \
  T##N HD_OVERLOAD normalize(T##N a) {                                             \
    T##N magnitude = ABS(a);                                                       \
    T biggest = BIGGEST##N(magnitude);                                             \
    T##N ones = __builtin_elementwise_copysign(                                    \
        magnitude == (T##N)__builtin_inff() ? (T##N)1 : magnitude - magnitude, a); \
    T##N b = biggest == (T)__builtin_inff() ? ones : a;                            \
    T factor = scale(BIGGEST##N(ABS(b)));                                          \
    T##N scaled = b * (T##N)factor;                                                \
    T square = SUM_OF_PRODUCTS##N(scaled, scaled);                                 \
    T##N quotient = (factor < (T)1 ? b : scaled) / (T##N)SQRT(square);             \
    return square == (T)0 ? a : quotient * (T##N)(factor < (T)1 ? factor : (T)1);  \
  }

#define FAST(N, T)                                               \
  T HD_OVERLOAD fast_length(T##N a) {                            \
    return SQRT(SUM_OF_PRODUCTS##N(a, a));                       \
  }                                                              \
  T HD_OVERLOAD fast_distance(T##N a, T##N b) {                  \
    return fast_length(a - b);                                   \
  }                                                              \
  T##N HD_OVERLOAD fast_normalize(T##N a) {                      \
    T square = SUM_OF_PRODUCTS##N(a, a);                         \
    return square == (T)0 ? a : a * (T##N)((T)1 / SQRT(square)); \
  }

#define GEOMETRIC_WIDTHS(T) GEOMETRIC(, T) GEOMETRIC(2, T) GEOMETRIC(3, T) GEOMETRIC(4, T)

GEOMETRIC_WIDTHS(float)
GEOMETRIC_WIDTHS(double)

FAST(, float)
FAST(2, float)
FAST(3, float)
FAST(4, float)

#define CROSS(T)                                        \
  T##3 HD_OVERLOAD cross(T##3 a, T##3 b) {              \
    return a.yzx * b.zxy - a.zxy * b.yzx;               \
  }                                                     \
  T##4 HD_OVERLOAD cross(T##4 a, T##4 b) {              \
    return (T##4)(a.yzx * b.zxy - a.zxy * b.yzx, (T)0); \
  }

CROSS(float)
CROSS(double)

// No square of a half and no sum of four overflows or loses bits as float.
#define CAST(X, T) ((T)(X))
#define CONVERT(X, T) __builtin_convertvector(X, T)
#define HALF_GEOMETRIC(N, TO)                                    \
  half HD_OVERLOAD dot(half##N a, half##N b) {                   \
    return (half)dot(TO(a, float##N), TO(b, float##N));          \
  }                                                              \
  half HD_OVERLOAD length(half##N a) {                           \
    return (half)fast_length(TO(a, float##N));                   \
  }                                                              \
  half HD_OVERLOAD distance(half##N a, half##N b) {              \
    return (half)fast_length(TO(a, float##N) - TO(b, float##N)); \
  }                                                              \
  half##N HD_OVERLOAD normalize(half##N a) {                     \
    return TO(normalize(TO(a, float##N)), half##N);              \
  }

HALF_GEOMETRIC(, CAST)
HALF_GEOMETRIC(2, CONVERT)
HALF_GEOMETRIC(3, CONVERT)
HALF_GEOMETRIC(4, CONVERT)

#define HALF_CROSS(N)                                                           \
  half##N HD_OVERLOAD cross(half##N a, half##N b) {                             \
    return CONVERT(cross(CONVERT(a, float##N), CONVERT(b, float##N)), half##N); \
  }

HALF_CROSS(3)
HALF_CROSS(4)
