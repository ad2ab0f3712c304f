// SPDX-License-Identifier: Apache-2.0
// Loops that compute something long and seldom find what they look for: iterations go side by side, up
// to the first that finds something. Here they find it often, in neighbouring iterations, in the last,
// and change what the next iterations read.
// sizes: 1 2 3 7 16 33
// per_item: 8
#include "common.h"

#define STEP(k) x = rotate(x ^ (k), 7) + (x >> 3);
#define STEPS(k) STEP(k) STEP(k + 1) STEP(k + 2) STEP(k + 3) STEP(k + 4) STEP(k + 5) STEP(k + 6)
#define MIX STEPS(0x9e3779b9) STEPS(0x85ebca6b) STEPS(0xc2b2ae35) STEPS(0x27d4eb2f)

uint16 mixed(uint16 x) {
#define rotate(a, b) rotate(a, (uint16)(b))
  MIX return x;
#undef rotate
}
uint mixed1(uint x) {
#define rotate(a, b) rotate(a, (uint)(b))
  MIX return x;
#undef rotate
}
#define ANY_OF(x, y)                                                                             \
  ((x).s0 == (y) || (x).s1 == (y) || (x).s2 == (y) || (x).s3 == (y) || (x).s4 == (y) ||            \
   (x).s5 == (y) || (x).s6 == (y) || (x).s7 == (y) || (x).s8 == (y) || (x).s9 == (y) ||            \
   (x).sa == (y) || (x).sb == (y) || (x).sc == (y) || (x).sd == (y) || (x).se == (y) || (x).sf == (y))
#define ANY_AS(x, y)                                                                              \
  ((x).s0 == (y).s0 || (x).s1 == (y).s1 || (x).s2 == (y).s2 || (x).s3 == (y).s3 ||                 \
   (x).s4 == (y).s4 || (x).s5 == (y).s5 || (x).s6 == (y).s6 || (x).s7 == (y).s7)
#define ALL_AS(x, y)                                                                              \
  ((x).s0 == (y).s0 && (x).s1 == (y).s1 && (x).s2 == (y).s2 && (x).s3 == (y).s3 &&                 \
   (x).s4 == (y).s4 && (x).s5 == (y).s5 && (x).s6 == (y).s6 && (x).s7 == (y).s7)

// Two neighbours of five are found, by one element.
#define COUNT                                                                                     \
  const uint iterations = (ITEM * 7) % 43;                                                            \
  const uint wanted = mixed(in_words[1]).sb;                                                      \
  uint hits = 0, last = 0;                                                                        \
  for (uint i = 0; i < iterations; ++i) {                                                             \
    const uint16 x = mixed(in_words[i % 5 / 2]);                                                  \
    if (!ANY_OF(x, wanted)) continue;                                                             \
    out[8 * ITEM + 2 + hits % 6] = x.s0;                                                          \
    hits++;                                                                                       \
    last = i;                                                                                     \
  }                                                                                               \
  out[8 * ITEM] = hits;                                                                           \
  out[8 * ITEM + 1] = last;
kernel void test_count(global uint* out, global const uint16* in_words) {
  COUNT
}
kernel void expect_count(global uint* out, global const uint16* in_words) {
  COUNT
}

// What a hit stores is what later iterations compute with.
#define CHANGE                                                                                    \
  global uint16* mine = tmp_words + ITEM;                                                         \
  const uint16 wanted = mixed(in_words[1]);                                                       \
  *mine = 0;                                                                                      \
  uint hits = 0;                                                                                  \
  uint16 x = 0;                                                                                   \
  for (uint i = 0; i < 37; i += 2) {                                                              \
    x = mixed(in_words[i % 3] + *mine);                                                           \
    if (ANY_AS(x, wanted)) {                                                                      \
      *mine = hits & 1 ? 0 : (uint16)(0, 0, 0, 0, 0, 0, 0, 5, 6, 7, 8, 9, 10, 11, 12, 13);        \
      if (ALL_AS(x, wanted)) out[8 * ITEM + 2] = i;                                               \
      ++hits;                                                                                     \
    }                                                                                             \
  }                                                                                               \
  out[8 * ITEM] = hits;                                                                           \
  out[8 * ITEM + 1] = x.s7;
kernel void test_change(global uint* out, global const uint16* in_words, global uint16* tmp_words) {
  CHANGE
}
kernel void expect_change(global uint* out, global const uint16* in_words,
                          global uint16* tmp_words) {
  CHANGE
}

// A hit makes the search shorter; another iteration may be the last, whose neighbour does not come.
#define BOUND                                                                                     \
  global uint* bound = tmp_bound + ITEM;                                                          \
  *bound = 20 + ITEM % 13;                                                                        \
  const uint wanted = mixed1(in_numbers[ITEM % 4]);                                               \
  uint hits = 0, i = 0, before = 0;                                                               \
  do {                                                                                            \
    const uint x = mixed1(in_numbers[i % 4]);                                                     \
    if (x == wanted) {                                                                            \
      *bound -= 3;                                                                                \
      out[8 * ITEM + 2 + hits % 6] = before;                                                      \
      ++hits;                                                                                     \
    }                                                                                             \
    before += i * 3;                                                                              \
    ++i;                                                                                          \
  } while (i < *bound);                                                                           \
  out[8 * ITEM] = hits;                                                                           \
  out[8 * ITEM + 1] = before;
kernel void test_bound(global uint* out, global const uint* in_numbers, global uint* tmp_bound) {
  BOUND
}
kernel void expect_bound(global uint* out, global const uint* in_numbers, global uint* tmp_bound) {
  BOUND
}
