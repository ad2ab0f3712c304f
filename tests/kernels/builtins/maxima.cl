// SPDX-License-Identifier: Apache-2.0
// Maxima and minima over loops, of numbers among which are NaN. They begin with numbers or with what may be a NaN.
// sizes: 1..5 16 33 64
#include "common.h"

// One in eight is a NaN, one in eight an infinity.
float element(global const uint* in, uint i) {
  const uint x = in[i % 4000], kind = hash(i) & 7;
  return as_float(kind == 0 ? 0x7fc00000u | (x & 0x803fffffu) : kind == 1 ? 0x7f800000u | (x & 0x80000000u) : (x & 0xc0ffffffu) | 0x3f000000u);
}
#define OUT(x) out[ITEM] = isnan(x) ? 0x7fc00000u : as_uint((x) + 0.0f)

#define LOOP(name, start, next)                                              \
  kernel void KERNEL(name)(global uint* out, global const uint* in, uint n) { \
    float s = start, t = 2.0f;                                               \
    for (uint k = 0; k < 20; ++k) {                                          \
      const float x = element(in, ITEM * 7 + k * 3);                         \
      next;                                                                  \
    }                                                                        \
    OUT(s);                                                                  \
  }

LOOP(most, -INFINITY, s = fmax(s, x))
LOOP(least, INFINITY, s = fmin(s, x))
LOOP(turned, -1.0f, s = fmax(x, s))
LOOP(from_nan, as_float(0x7fc00000u), s = fmax(s, x))
LOOP(from_element, element(in, ITEM), s = fmax(s, x))
LOOP(compared, 0.0f, s = x > s ? x : s)
LOOP(not_compared, 0.0f, s = !(x <= s) ? x : s)
LOOP(of_sums, 0.0f, s = fmax(s, x) + x * 0.0f)
LOOP(clamped, 0.0f, s = fmin(fmax(s, x), 100.0f))
LOOP(handed_on, 0.0f, t = fmax(s, x); s = isnan(t) ? 7.0f : fmin(t, x))
LOOP(replaced, 0.0f, s = k == 9 ? x : fmax(s, x))
LOOP(some, 0.0f, if (hash(ITEM + k) & 1) s = fmax(s, x))
LOOP(two, 0.0f, float u = fmax(t, x); t = s; s = u)
LOOP(two_replaced, 0.0f, float u = fmax(t, x); t = x; s = u)
