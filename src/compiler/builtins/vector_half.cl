// SPDX-License-Identifier: Apache-2.0
// §6.13.7 vload_half*, vloada_half*, vstore_half*, vstorea_half*.
#include "half_rounding.h"

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

#define STORES(T, MODE, SPACE)                                                            \
  void HD_OVERLOAD vstore_half##MODE(T x, size_t offset, SPACE half* p) {                 \
    p[offset] = to_half##MODE(x);                                                         \
  }                                                                                       \
  void HD_OVERLOAD vstorea_half##MODE(T x, size_t offset, SPACE half* p) {                \
    p[offset] = to_half##MODE(x);                                                         \
  }                                                                                       \
  STORE(2, T, MODE, SPACE)                                                                \
  STORE(4, T, MODE, SPACE)                                                                \
  STORE(8, T, MODE, SPACE) STORE(16, T, MODE, SPACE) void HD_OVERLOAD vstore_half3##MODE( \
      T##3 x, size_t offset, SPACE half* p) {                                             \
    store_three(to_half##MODE(x), p + offset * 3);                                        \
  }                                                                                       \
  void HD_OVERLOAD vstorea_half3##MODE(T##3 x, size_t offset, SPACE half* p) {            \
    store_three(to_half##MODE(x), p + offset * 4);                                        \
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
