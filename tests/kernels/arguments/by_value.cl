// SPDX-License-Identifier: Apache-2.0
// Arguments by value: every scalar, vectors of three, structures, which the kernel also changes.
// arg c: i8 -5
// arg uc: i8 -6
// arg s: i16 -700
// arg i: i32 -80000
// arg l: i64 -9000000000
// arg f: f32 1.5
// arg v3: i32 1 i32 2 i32 3 i32 99
// arg f3: f32 0.5 f32 1.5 f32 2.5 f32 0
// arg c3: i8 1 i8 2 i8 3 i8 4
// arg v16: i64 1 i64 2 i64 3 i64 4 i64 5 i64 6 i64 7 i64 8 i64 9 i64 10 i64 11 i64 12 i64 13 i64 14 i64 15 i64 16
// arg u2: i32 21 i32 22
// arg small: i8 7
// arg pair: i32 5 f32 2.5
// arg mixed: i8 1 pad 7 i64 -2 i16 3 pad 14 i32 4 i32 5 i32 6 pad 4 i8 7 i8 8 i8 9 pad 13
// arg large: i32 10 i32 11 i32 12 i32 13 i32 14 i32 15 i32 16 i32 17 i32 18 i32 19 i32 20 i32 21 i32 22 i32 23 i32 24 i32 25
#include "common.h"

kernel void test_scalars(global long* out, char c, uchar uc, short s, int i, uint n, long l, float f) {
  out[ITEM] = c + uc * 3 + s * 5 + i * 7 + (long)n * 11 + l * 13 + (long)(f * 2) + ITEM;
}
kernel void expect_scalars(global long* out, uint n) {
  out[ITEM] = -5 + 250 * 3 - 700 * 5 - 80000 * 7 + (long)n * 11 - 9000000000L * 13 + 3 + ITEM;
}

// Between scalars, so that padding is needed in front of each.
kernel void test_vectors(global long* out, char c, int3 v3, char small, long16 v16, short s, float3 f3, char3 c3, uint2 u2) {
  v3.x += (int)ITEM;
  v16 *= (long)ITEM;
  out[ITEM] = v3.x + v3.y * 10 + v3.z * 100 + v16.s0 + v16.sf * 3 + (long)(f3.x + f3.y * 2 + f3.z * 4) + u2.x + u2.y * 7 + c +
              small + s + c3.x + c3.y + c3.z;
}
kernel void expect_vectors(global long* out) {
  out[ITEM] = 50 * (long)ITEM + 1 + 20 + 300 + 13 + 21 + 154 - 5 + 7 - 700 + 6;
}

typedef struct { char tag; } small_t;
typedef struct { int number; float real; } pair_t;
typedef struct { char tag; long number; short list[3]; uint3 triple; uchar tail[3]; } mixed_t;
typedef struct { int rows[4][4]; } large_t;

kernel void test_structures(global long* out, small_t small, pair_t pair, mixed_t mixed, large_t large) {
  long r = small.tag + pair.number * 2 + (long)(pair.real * 4);
  r += mixed.tag + mixed.number * 3 + mixed.list[0] * 5 + mixed.triple.x + mixed.triple.y * 10 + mixed.triple.z * 100;
  r += mixed.tail[0] + mixed.tail[ITEM % 3] * 1000;
  out[ITEM] = r + large.rows[ITEM % 4][ITEM / 4 % 4];
}
kernel void expect_structures(global long* out) {
  out[ITEM] = 7 + 10 + 10 + 1 - 6 + 15 + 4 + 50 + 600 + 7 + (7 + ITEM % 3) * 1000 + 10 + ITEM % 4 * 4 + ITEM / 4 % 4;
}

// Each work-item has a copy of its own, which lives across barriers.
void shift(large_t* large, uint by) {
  for (uint i = 0; i < 4; ++i) large->rows[i][by % 4] += (int)by;
}
kernel void test_changed(global long* out, local int* box, pair_t pair, large_t large) {
  pair.number += (int)ITEM;
  shift(&large, ITEM);
  box[LID] = pair.number;
  barrier(CLK_LOCAL_MEM_FENCE);
  pair.real += (float)box[(LID + 1) % SIZE];
  shift(&large, LID);
  barrier(CLK_LOCAL_MEM_FENCE);
  long sum = 0;
  for (uint i = 0; i < 4; ++i) sum = sum * 10 + large.rows[i][(ITEM + i) % 4];
  out[ITEM] = sum + (long)(pair.real * 2) + pair.number;
}
kernel void expect_changed(global long* out) {
  long sum = 0;
  for (uint i = 0; i < 4; ++i) {
    uint column = (ITEM + i) % 4;
    sum = sum * 10 + 10 + i * 4 + column + (column == ITEM % 4 ? ITEM : 0) + (column == LID % 4 ? LID : 0);
  }
  out[ITEM] = sum + (long)((2.5f + (float)(5 + peer(1))) * 2) + 5 + ITEM;
}
