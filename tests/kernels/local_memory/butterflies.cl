// SPDX-License-Identifier: Apache-2.0
// Butterflies: pairs of elements a distance apart that is a power of two and halves or doubles.
// sizes: 1 2 4 8 16 32 64 128 256 512
// groups: uniform
// per_item: 2
// local table: 8192
#include "common.h"

#define BASE (2 * (ITEM - LID))
#define PARITY(n) (popcount(n) & 1)

// The transform of Walsh and Hadamard; the pair's place as a union of bits.
#define TRANSFORM(name, T)                                                                 \
  kernel void test_##name(global T* out, global const uint* in, local T* box) {            \
    uint lid = LID;                                                                        \
    box[lid] = in[BASE + lid];                                                             \
    box[lid + SIZE] = in[BASE + SIZE + lid];                                               \
    for (uint step = 0; 1u << step < 2 * SIZE; ++step) {                                   \
      barrier(CLK_LOCAL_MEM_FENCE);                                                        \
      uint left = lid >> step << (step + 1) | (lid & ((1u << step) - 1));                  \
      uint right = left + (1u << step);                                                    \
      T a = box[left], b = box[right];                                                     \
      box[left] = a + b;                                                                   \
      box[right] = a - b;                                                                  \
    }                                                                                      \
    barrier(CLK_LOCAL_MEM_FENCE);                                                          \
    out[BASE + lid] = box[lid];                                                            \
    out[BASE + SIZE + lid] = box[lid + SIZE];                                              \
  }                                                                                        \
  kernel void expect_##name(global T* out, global const uint* in) {                        \
    for (uint place = LID; place < 2 * SIZE; place += SIZE) {                              \
      T sum = 0;                                                                           \
      for (uint i = 0; i < 2 * SIZE; ++i) {                                                \
        T value = in[BASE + i];                                                            \
        sum += PARITY(i & place) ? -value : value;                                         \
      }                                                                                    \
      out[BASE + place] = sum;                                                             \
    }                                                                                      \
  }
TRANSFORM(words, uint)
TRANSFORM(longs, ulong)
TRANSFORM(shorts, ushort)

// Numbers with what belongs to them, sorted; the pair's place as a difference. Some lanes exchange.
kernel void test_keys(global uint* out, global const uint* in, local uint* key, local uint* value) {
  key[LID] = in[BASE + LID] >> 8;
  key[LID + SIZE] = in[BASE + SIZE + LID] >> 8;
  value[LID] = LID;
  value[LID + SIZE] = LID + SIZE;
  for (uint size = 2; size <= 2 * SIZE; size *= 2) {
    bool up = (LID & (size / 2)) == 0 || size == 2 * SIZE;
    for (uint distance = size / 2; distance > 0; distance /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint place = 2 * LID - (LID & (distance - 1));
      uint a = key[place], b = key[place + distance];
      uint c = value[place], d = value[place + distance];
      if ((a > b || (a == b && c > d)) == up) {
        key[place] = b;
        key[place + distance] = a;
        value[place] = d;
        value[place + distance] = c;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[BASE + LID] = value[LID];
  out[BASE + SIZE + LID] = value[LID + SIZE];
}
kernel void expect_keys(global uint* out, global const uint* in) {
  for (uint i = LID; i < 2 * SIZE; i += SIZE) {
    uint mine = in[BASE + i] >> 8, place = 0;
    for (uint k = 0; k < 2 * SIZE; ++k) {
      uint other = in[BASE + k] >> 8;
      place += other < mine || (other == mine && k < i);
    }
    out[BASE + place] = i;
  }
}

// Distances that are no powers of two and lie anywhere: nothing but the elements themselves.
kernel void test_distances(global uint* out, global const uint* in, local uint* box) {
  box[2 * LID] = box[2 * LID + 1] = 0;
  uint sum = 0;
  for (uint distance = 1; distance < 20; distance += 1 + (in[BASE] & 1)) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint place = 2 * LID - (LID & (distance - 1)), other = place + distance;
    if (other < 2 * SIZE && (LID & distance) == 0) {
      uint a = box[place], b = box[other];
      sum += a * 3 + b;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (LID == 0)
      for (uint i = 0; i < 2 * SIZE; ++i) box[i] = box[i] * 5 + i + distance;
  }
  out[BASE + LID] = sum;
  out[BASE + SIZE + LID] = 0;
}
kernel void expect_distances(global uint* out, global const uint* in) {
  uint sum = 0;
  for (uint distance = 1, iteration = 0; distance < 20; distance += 1 + (in[BASE] & 1), ++iteration) {
    uint place = 2 * LID - (LID & (distance - 1)), other = place + distance;
    if (other < 2 * SIZE && (LID & distance) == 0) {
      uint a = 0, b = 0;
      for (uint d = 1, r = 0; r < iteration; d += 1 + (in[BASE] & 1), ++r) {
        a = a * 5 + place + d;
        b = b * 5 + other + d;
      }
      sum += a * 3 + b;
    }
  }
  out[BASE + LID] = sum;
  out[BASE + SIZE + LID] = 0;
}

// Partners x ^ d, each with a value of its own.
kernel void test_partners(global uint* out, global const uint* in, local ulong* box) {
  ulong value = in[BASE + LID];
  uint distances = in[BASE] >> 8;
  for (uint bits = distances; bits != 0; bits >>= 6) {
    box[LID] = value * 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint other = LID ^ (bits & (SIZE - 1));
    if (value % 3 != 0) value += box[other] >> 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (bits & 1) box[other] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value ^= box[LID];
  }
  out[BASE + LID] = value;
  out[BASE + SIZE + LID] = value >> 32;
}
kernel void expect_partners(global uint* out, global const uint* in) {
  ulong values[512], next[512];
  for (uint i = 0; i < SIZE; ++i) values[i] = in[BASE + i];
  for (uint bits = in[BASE] >> 8; bits != 0; bits >>= 6) {
    for (uint i = 0; i < SIZE; ++i) {
      uint other = i ^ (bits & (SIZE - 1));
      next[i] = values[i] % 3 != 0 ? values[i] + (values[other] * 7 >> 3) : values[i];
    }
    for (uint i = 0; i < SIZE; ++i) {
      uint other = i ^ (bits & (SIZE - 1));
      ulong box = bits & 1 ? next[other] : values[i] * 7;
      values[i] = box;
    }
    for (uint i = 0; i < SIZE; ++i) values[i] ^= next[i];
  }
  out[BASE + LID] = values[LID];
  out[BASE + SIZE + LID] = values[LID] >> 32;
}

// Lane 0 may have a number that is no multiple of the width.
kernel void test_shifted(global uint* out, global const uint* in, local uint* table) {
  uint shift = in[BASE] % 3 * 8 + (in[BASE] >> 8 & 1), distance = 1u << (in[BASE] >> 9) % 5;
  for (uint i = LID; i < 2048; i += SIZE) table[i] = hash(i);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint x = LID + shift, left = 2 * x - (x & (distance - 1));
  uint a = table[left], b = table[left + distance];
  out[BASE + LID] = a * 3 + b;
  out[BASE + SIZE + LID] = table[x ^ distance];
}
kernel void expect_shifted(global uint* out, global const uint* in) {
  uint shift = in[BASE] % 3 * 8 + (in[BASE] >> 8 & 1), distance = 1u << (in[BASE] >> 9) % 5;
  uint x = LID + shift, left = 2 * x - (x & (distance - 1));
  out[BASE + LID] = hash(left) * 3 + hash(left + distance);
  out[BASE + SIZE + LID] = hash(x ^ distance);
}
