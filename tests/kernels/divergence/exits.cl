// SPDX-License-Identifier: Apache-2.0
// Loops that are left in several ways, several at once, by jumps into and out of their middle, and what their values are
// then; uniform loops and branches inside of divergent ones. The expect kernels are one work-item, which plays all.
// expect: single
#include "common.h"

// Both walk the same way: a function of the item, played for one item after the other.
#define PLAY(name)                                                            \
  kernel void test_##name(global uint* out, global const uint* in, uint n) {  \
    name(out, in, n, ITEM);                                                   \
  }                                                                           \
  kernel void expect_##name(global uint* out, global const uint* in, uint n) { \
    for (uint item = 0; item < n; ++item) name(out, in, n, item);             \
  }

// Three ways out, one of them by a number that differs between iterations, not between items.
void ways(global uint* out, global const uint* in, uint n, uint item) {
  uint h = hash(item), found = 0, k = 0;
  for (;; ++k) {
    if (in[(item + k) % n] % 11 == 3) { found = k * 3 + 1; goto hit; }
    if (k == h % 9 + 2) break;
    if (in[k] % 13 == 5) { out[item] = k + 1000; return; }
  }
  out[item] = found + k * 7;
  return;
hit:
  out[item] = found ^ h;
}
PLAY(ways)

// Two loops at once.
void both(global uint* out, global const uint* in, uint n, uint item) {
  uint sum = 0, i, j = 0;
  for (i = 0; i < 9; ++i) {
    for (j = 0; j <= i + item % 3; ++j) {
      uint x = in[(item * 5 + i * 3 + j) % n];
      if (x % 29 == 1) goto done;
      if (x % 7 == 2) break;
      sum += x;
    }
    if (sum % 17 == 3) return;
  }
done:
  out[item] = sum + i * 100 + j;
}
PLAY(both)

// A cycle with two ways in.
void cycle(global uint* out, global const uint* in, uint n, uint item) {
  uint h = hash(item), steps = 0;
  if (h & 1) goto second;
first:
  h = h * 5 + 1;
  if (++steps > 30) goto end;
  if (h & 64) goto first;
second:
  h ^= in[h % n];
  if (h % 6 && ++steps < 40) goto first;
end:
  out[item] = h + steps;
}
PLAY(cycle)

// Uniform loops and branches that some items do not run at all, with bounds that come from memory.
void inner(global uint* out, global const uint* in, uint n, uint item) {
  uint sum = 0;
  for (uint i = 0; i < item % 4; ++i) {
    uint iterations = in[i] % 5 + 1, limit = in[n / 2] % 40;
    for (uint k = 0; k < iterations; ++k) {
      sum += in[(k + i) % n] ^ item;
      if (k > limit) break;
      if (iterations == 3) sum *= 3; else sum ^= k;
      if ((sum >> 5) % 4 == 1) sum += in[sum % n];
    }
    if (in[3] & 1) sum += 5;
    uint divisor = in[i + 7] % 3;
    if (divisor) sum += 1000 / divisor;
  }
  out[item] = sum;
}
PLAY(inner)

// Values of the last iteration, of the one before, and of a counter that is the same for all that still run.
void last(global uint* out, global const uint* in, uint n, uint item) {
  uint x = 1, before = 0, older = 0, k = 0;
  do {
    older = before;
    before = x;
    x = x * 3 + in[(item + k) % n] % 4;
    ++k;
  } while (x % 8 != item % 8 && k < 20);
  uint other = k & 1 ? before : older;
  out[item] = x * 3 + other + k;
}
PLAY(last)

// A table that each item fills as far as it comes, and reads behind that loop.
void table(global uint* out, global const uint* in, uint n, uint item) {
  uint t[8] = {0}, count = 0;
  for (uint k = 0; k < 12; ++k) {
    uint x = in[(item + k) % n];
    if (x % 3 == 0) continue;
    if (count == 8 || x % 19 == 7) break;
    t[count++] = x;
  }
  uint sum = 0;
  while (count > 0) {
    sum = sum * 31 + t[--count];
    if (sum % 23 == 4) { sum += count; break; }
  }
  switch (sum % 6) {
    case 0: sum += t[1];
    case 1: sum ^= 77; break;
    case 4:
      for (uint i = 0; i < sum % 5; ++i) {
        if (i == 3) goto skip;
        sum += t[i] & 3;
      }
      break;
    skip:
    default: sum *= 2;
  }
  out[item] = sum;
}
PLAY(table)

// Two bounds round everything, of which one is not that of the range.
void bounds(global uint* out, global const uint* in, uint n, uint item) {
  if (item >= n - n / 5 || item * 2 < n / 7) return;
  uint sum = in[item];
  for (uint k = 0; k < 6; ++k) {
    if (item + k < n / 2) sum += in[item + k] * k;
    if (sum % 31 == 9) return;
  }
  out[item] = sum;
}
PLAY(bounds)
