// SPDX-License-Identifier: Apache-2.0
// §6.13.7 vload_half*, vloada_half*, vstore_half*, vstorea_half*. A half is rounded to nearest by
// the conversion of the hardware; one step in the right direction gives the other modes.
#include "hd.h"

#define CAST(X, T) ((T)(X))
#define CONVERT(X, T) __builtin_convertvector(X, T)
#define ABS(X) __builtin_elementwise_abs(X)
#define ONE_IF(CONDITION, T) ((CONDITION) ? (T)1 : (T)0)

// `near` moved upwards by `step` units in the last place: away from zero only if it is positive.
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

// Doubles go through a float that is rounded to odd: truncated, with the last bit set if something
// was cut off. The float has enough bits more than the half that no second rounding is seen.
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

typedef half2 unaligned_half2 __attribute__((aligned(2)));
typedef half4 unaligned_half4 __attribute__((aligned(2)));
typedef half8 unaligned_half8 __attribute__((aligned(2)));
typedef half16 unaligned_half16 __attribute__((aligned(2)));

#define LOAD(N, SPACE)                                                           \
  float##N HD_OVERLOAD vload_half##N(size_t offset, const SPACE half* p) {       \
    return CONVERT(*(const SPACE unaligned_half##N*)(p + offset * N), float##N); \
  }                                                                              \
  float##N HD_OVERLOAD vloada_half##N(size_t offset, const SPACE half* p) {      \
    return CONVERT(*(const SPACE half##N*)(p + offset * N), float##N);           \
  }

// Three elements: three accesses, and with vloada_half3 and vstorea_half3 the fourth is padding.
#define LOADS(SPACE)                                                                               \
  float HD_OVERLOAD vload_half(size_t offset, const SPACE half* p) {                               \
    return (float)p[offset];                                                                       \
  }                                                                                                \
  float HD_OVERLOAD vloada_half(size_t offset, const SPACE half* p) {                              \
    return (float)p[offset];                                                                       \
  }                                                                                                \
  LOAD(2, SPACE)                                                                                   \
  LOAD(4, SPACE) LOAD(8, SPACE) LOAD(16, SPACE) HD_INLINE float3 load_three(const SPACE half* p) { \
    return CONVERT((half3)(p[0], p[1], p[2]), float3);                                             \
  }                                                                                                \
  float3 HD_OVERLOAD vload_half3(size_t offset, const SPACE half* p) {                             \
    return load_three(p + offset * 3);                                                             \
  }                                                                                                \
  float3 HD_OVERLOAD vloada_half3(size_t offset, const SPACE half* p) {                            \
    return load_three(p + offset * 4);                                                             \
  }

LOADS(global)
LOADS(local)
LOADS(private)
LOADS(constant)
LOADS(generic)

#define STORE(N, T, MODE, SPACE)                                                 \
  void HD_OVERLOAD vstore_half##N##MODE(T##N x, size_t offset, SPACE half* p) {  \
    *(SPACE unaligned_half##N*)(p + offset * N) = to_half##MODE(x);              \
  }                                                                              \
  void HD_OVERLOAD vstorea_half##N##MODE(T##N x, size_t offset, SPACE half* p) { \
    *(SPACE half##N*)(p + offset * N) = to_half##MODE(x);                        \
  }

#define STORES(T, MODE, SPACE)                                                                 \
  void HD_OVERLOAD vstore_half##MODE(T x, size_t offset, SPACE half* p) {                      \
    p[offset] = to_half##MODE(x);                                                              \
  }                                                                                            \
  void HD_OVERLOAD vstorea_half##MODE(T x, size_t offset, SPACE half* p) {                     \
    p[offset] = to_half##MODE(x);                                                              \
  }                                                                                            \
  STORE(2, T, MODE, SPACE)                                                                     \
  STORE(4, T, MODE, SPACE) STORE(8, T, MODE, SPACE) STORE(16, T, MODE, SPACE) void HD_OVERLOAD \
  vstore_half3##MODE(T##3 x, size_t offset, SPACE half* p) {                                   \
    store_three(to_half##MODE(x), p + offset * 3);                                             \
  }                                                                                            \
  void HD_OVERLOAD vstorea_half3##MODE(T##3 x, size_t offset, SPACE half* p) {                 \
    store_three(to_half##MODE(x), p + offset * 4);                                             \
  }

#define MODES(T, SPACE) \
  STORES(T, , SPACE)    \
  STORES(T, _rte, SPACE) STORES(T, _rtz, SPACE) STORES(T, _rtp, SPACE) STORES(T, _rtn, SPACE)

#define STORES_TO(SPACE)                               \
  HD_INLINE void store_three(half3 x, SPACE half* p) { \
    p[0] = x.x, p[1] = x.y, p[2] = x.z;                \
  }                                                    \
  MODES(float, SPACE) MODES(double, SPACE)

STORES_TO(global)
STORES_TO(local)
STORES_TO(private)
STORES_TO(generic)
