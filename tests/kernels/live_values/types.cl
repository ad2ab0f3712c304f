// SPDX-License-Identifier: Apache-2.0
// Values of every kind of type that live across a barrier, different for each work-item.
// needs: cl_khr_fp64
// per_item: 4
#include "common.h"
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// What stands between making the value and using it.
uint between(local uint* box) {
  box[LID] = hash(ITEM);
  barrier(CLK_LOCAL_MEM_FENCE);
  return box[(LID + 1) % SIZE];
}
#define LIVE(NAME, TYPE, MAKE, USE)                                    \
  kernel void test_##NAME(global uint* out, local uint* box) {         \
    uint seed = hash(ITEM + 99);                                       \
    TYPE value = MAKE;                                                 \
    uint other = between(box);                                         \
    uint4 result = USE;                                                \
    vstore4(result + (uint4)(0, 0, 0, other), ITEM, out);              \
  }                                                                    \
  kernel void expect_##NAME(global uint* out) {                        \
    uint seed = hash(ITEM + 99);                                       \
    TYPE value = MAKE;                                                 \
    uint other = hash(peer(1));                                        \
    uint4 result = USE;                                                \
    vstore4(result + (uint4)(0, 0, 0, other), ITEM, out);              \
  }

LIVE(bool, bool, seed % 3 == 0, (uint4)(value ? seed : ~seed))
LIVE(char3, char3, convert_char3((uint3)(seed, seed >> 8, seed >> 16) & 127u), (uint4)(convert_uint3(value), other))
LIVE(ushort, ushort, (ushort)(seed / 3), (uint4)(value * 3))
LIVE(uchar16, uchar16, (uchar16)(seed) + (uchar16)(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16), as_uint4(value))
LIVE(int3, int3, (int3)(seed, seed / 7, -5), (uint4)(as_uint3(value).zyx, 1))
LIVE(float3, float3, (float3)(seed % 100, seed % 77, 0.5f) * 1.5f, (uint4)(as_uint3(value), 1))
LIVE(float8, float8, convert_float8((uint8)(seed % 1000) / (uint8)(1, 2, 3, 4, 5, 6, 7, 8)) / 3.0f, as_uint8(value).odd + as_uint8(value).even)
LIVE(double, double, seed / 3.0, (uint4)(as_uint2(value), 1, 2))
LIVE(double3, double3, (double3)(seed, seed * 0.5, -1.0) / 7.0, (uint4)(as_uint2(value.x), as_uint2(value.y + value.z)))
LIVE(double16, double16, (double16)((double)seed) / 9.0 + (double16)(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
     (uint4)(as_uint2(value.s0 + value.sf), as_uint2(value.s7 * value.sa)))
LIVE(long, long, (long)seed * -1234567890123L, (uint4)(as_uint2(value), 3, 4))
LIVE(long16, long16, (long16)((long)seed << 20) * (long16)(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
     (uint4)(as_uint2(value.s0 ^ value.s5), as_uint2(value.sf - value.sa)))
LIVE(size_t, size_t, seed * (size_t)0x100000003ul, (uint4)(value >> 32, value, 0, 0))
LIVE(half_of_short, ushort2, as_ushort2(seed), (uint4)(value.x, value.y, 0, 0))

typedef struct {
  char tag;
  double weight;
  uint3 where;
  short rest[5];
} mixed_t;
mixed_t mixed_of(uint seed) {
  mixed_t result = {seed, seed / 5.0, (uint3)(seed, seed + 1, seed + 2), {1, 2, 3, 4, seed}};
  result.rest[seed % 5] = 77;
  return result;
}
LIVE(structure, mixed_t, mixed_of(seed),
     (uint4)(value.tag, as_uint2(value.weight).x, value.where.y, value.rest[0] + value.rest[4] * 2 + value.rest[seed % 5]))

typedef union {
  uint word;
  uchar bytes[4];
  float real;
} bits_t;
LIVE(union, bits_t, (bits_t){seed}, (uint4)(value.bytes[0], value.bytes[3], value.word, as_uint(value.real)))
