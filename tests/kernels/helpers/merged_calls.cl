// SPDX-License-Identifier: Apache-2.0
// Kernels that would be too large with all of their calls inlined: a function is there once, and work-items come to it from
// different places, some more often than others.
// sizes: 1 7 16 33
// per_item: 2
#include "common.h"

#define FOUR(x) x x x x
#define SIXTEEN(x) FOUR(FOUR(x))
#define MANY(x) SIXTEEN(SIXTEEN(x x))
#define STEP x = (x ^ (x >> 3)) * 0x9e3779b1u + n

uint large(uint x, uint n) {
  MANY(STEP;)
  return x;
}
uint small(uint x, uint n) {
  for (int i = 0; i < 512; ++i) STEP;
  return x;
}

#define PLACES(F)                                     \
  uint x = hash(ITEM), s = x % 7;                     \
  if (x & 1) s += F(x, 1);                            \
  for (uint i = 0; i < x % 5; ++i) {                  \
    s ^= F(s + i, i);                                 \
    if (s & 4) {                                      \
      s += F(i, s) + 3;                               \
    } else if (s & 8) {                               \
      continue;                                       \
    } else if (s & 16) {                              \
      break;                                          \
    }                                                 \
    for (uint j = i; j < 2; ++j) s += F(j, x) >> 1;   \
  }                                                   \
  switch (x % 4) {                                    \
    case 0:                                           \
      s = F(s, 5);                                    \
      break;                                          \
    case 1:                                           \
      s = F(s, 6) + F(x, 7);                          \
      break;                                          \
    default:                                          \
      if (s & 1) return;                              \
  }                                                   \
  out[ITEM * 2] = s;                                  \
  out[ITEM * 2 + 1] = F(x, s) + F(s, x);

kernel void test_places(global uint* out) {
  PLACES(large)
}
kernel void expect_places(global uint* out) {
  PLACES(small)
}

// Variables of the caller, memory of all kinds, a structure that is given and returned by value.
struct state {
  uint words[4];
  uint count;
};
constant uint kSteps[4] = {1, 3, 5, 7};

#define STIR                                                          \
  s->words[k & 3] += (s->words[(k + 1) & 3] ^ own.count) * kSteps[k & 3] + in[k & 15]; \
  own.count += s->words[k & 3] >> 5;                                  \
  ++k;
struct state stir_large(struct state own, private struct state* s, global const uint* in, uint k) {
  SIXTEEN(SIXTEEN(STIR))
  s->count += own.count;
  return own;
}
struct state stir_small(struct state own, private struct state* s, global const uint* in, uint k) {
  for (int i = 0; i < 256; ++i) { STIR }
  s->count += own.count;
  return own;
}

#define STATES(F)                                                         \
  const uint x = hash(ITEM);                                              \
  struct state a = {{x, 1, 2, 3}, 4}, b = {{5, 6, x, 7}, 8};              \
  b = F(a, &b, in, x);                                                    \
  if (x & 1) a = F(b, &a, in + 16, 1);                                    \
  for (uint i = 0; i < x % 3; ++i) b = F(a, x & 2 ? &a : &b, in + i, i);  \
  a = F(a, &a, in, x);                                                    \
  out[ITEM * 2] = a.count + b.words[x & 3];                               \
  out[ITEM * 2 + 1] = a.words[1] ^ F(b, &a, in + ITEM % 5, a.count).count;

kernel void test_states(global uint* out, global const uint* in) {
  STATES(stir_large)
}
kernel void expect_states(global uint* out, global const uint* in) {
  STATES(stir_small)
}

// Behind a barrier.
#define TABLE(F, FIRST)                                         \
  uint x = FIRST + LID;                                         \
  if (x & 1) x = F(x, 1) - F(x >> 1, 3);                        \
  for (uint i = 0; i < x % 3; ++i) x += F(x, i) ^ F(x ^ i, 2);  \
  out[ITEM * 2] = x;                                            \
  out[ITEM * 2 + 1] = F(x, 2) + F(x, 4);
kernel void test_table(global uint* out, local uint* table) {
  table[LID] = hash(LID);
  barrier(CLK_LOCAL_MEM_FENCE);
  TABLE(large, table[LID * 7 % SIZE])
}
kernel void expect_table(global uint* out) {
  TABLE(small, hash(LID * 7 % SIZE))
}

// A function whose calls are merged in one whose calls are.
#define OUTER(F)                            \
  for (uint i = 0; i < x % 3; ++i) {        \
    x = F(x, i);                            \
    if (x & 32) x += F(n, x) + LID;         \
  }                                         \
  return x & 64 ? F(x, 3) : x - F(x, n);
uint outer_large(uint x, uint n) {
  OUTER(large)
}
uint outer_small(uint x, uint n) {
  OUTER(small)
}
#define NESTED(F)                                                       \
  uint x = hash(ITEM);                                                  \
  out[ITEM * 2] = F(x, 1) + (x & 8 ? F(x, 2) : 9);                      \
  while ((x & 3) != 0) x = F(x, 4) >> 1 ^ x >> 2;                       \
  out[ITEM * 2 + 1] = F(x, ITEM) ^ x;
kernel void test_nested(global uint* out) {
  NESTED(outer_large)
}
kernel void expect_nested(global uint* out) {
  NESTED(outer_small)
}
