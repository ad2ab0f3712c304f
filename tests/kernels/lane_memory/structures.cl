// SPDX-License-Identifier: Apache-2.0
// Members of structures and short vectors, of neighbours and of anywhere; also where only some
// work-items take part. The expect kernels go element by element through volatile pointers.
// per_item: 16
#include "common.h"

// One kernel that reads members of S structures ahead of or behind its own, and one that writes its
// own; T is the member's type, N the members, `STEP` the elements from structure to structure.
#define STRUCTURES(NAME, T, N, STEP, INDEX, ACTIVE)                                         \
  kernel void test_##NAME(global uchar* out, global const T* in) {                          \
    global T* to = (global T*)out + OWN * STEP;                                             \
    size_t from = (INDEX) * STEP;                                                           \
    if (ACTIVE) {                                                                           \
      T v[N];                                                                               \
      for (uint i = 0; i < N; ++i) v[i] = in[from + i];                                     \
      for (uint i = 0; i < N; ++i) to[i] = v[i] + v[(i + 1) % N];                           \
    }                                                                                       \
  }                                                                                         \
  kernel void expect_##NAME(global uchar* out, global const T* in) {                        \
    volatile global T* to = (volatile global T*)out + ITEM * STEP;                          \
    volatile global const T* from = (volatile global const T*)in + (INDEX) * STEP;          \
    if (ACTIVE) {                                                                           \
      for (uint i = 0; i < N; ++i) to[i] = from[i] + from[(i + 1) % N];                     \
    }                                                                                       \
  }

#define ALWAYS true
#define SOME (hash(ITEM) % 3 != 0)
#define OWN (get_global_id(0) - get_global_offset(0))
#define ANY ((hash(ITEM) >> 8) % 64)

STRUCTURES(float4, float, 4, 4, OWN, ALWAYS)
STRUCTURES(float4_by_uint, float, 4, 4, ITEM, ALWAYS)
STRUCTURES(float3, float, 3, 3, OWN, ALWAYS)
STRUCTURES(float2, float, 2, 2, OWN, ALWAYS)
STRUCTURES(float3_of_4, float, 3, 4, OWN, ALWAYS)
STRUCTURES(float4_some, float, 4, 4, OWN, SOME)
STRUCTURES(float3_some, float, 3, 3, OWN, SOME)
STRUCTURES(float2_any, float, 2, 2, ANY, ALWAYS)
STRUCTURES(float4_any, float, 4, 4, ANY, ALWAYS)
STRUCTURES(float3_any_some, float, 3, 4, ANY, SOME)
STRUCTURES(uchar4, uchar, 4, 4, OWN, ALWAYS)
STRUCTURES(uchar3, uchar, 3, 3, OWN, ALWAYS)
STRUCTURES(uchar2_some, uchar, 2, 2, OWN, SOME)
STRUCTURES(uchar3_some, uchar, 3, 3, OWN, SOME)
STRUCTURES(uchar4_any, uchar, 4, 4, ANY, ALWAYS)
STRUCTURES(uchar16, uchar, 16, 16, OWN, ALWAYS)
STRUCTURES(uchar11_any_some, uchar, 11, 13, ANY, SOME)
STRUCTURES(short2, short, 2, 2, OWN, ALWAYS)
STRUCTURES(short3_some, short, 3, 3, OWN, SOME)
STRUCTURES(short8, short, 8, 8, OWN, ALWAYS)
STRUCTURES(short5_any, short, 5, 7, ANY, ALWAYS)
STRUCTURES(long2, long, 2, 2, OWN, ALWAYS)
STRUCTURES(long2_any_some, long, 2, 2, ANY, SOME)
