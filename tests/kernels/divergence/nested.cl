// SPDX-License-Identifier: Apache-2.0
// Divergent control flow without barriers: nested if, for, while, do, with break, continue and return in every place. The
// expect kernels keep one state and walk the same way by arithmetic or in another order.
#include "common.h"

kernel void test_if_chain(global uint* out) {
  uint h = hash(ITEM), r;
  if (h % 7 == 0) r = 1;
  else if (h % 5 == 0) r = h & 1 ? 2 : 3;
  else if (h & 16) {
    r = 4;
    if (h & 32) r += 10;
    if (h & 64) {
      r += 20;
      if (h & 128) r *= 3; else r *= 5;
    }
  } else r = 5;
  out[ITEM] = r;
}
kernel void expect_if_chain(global uint* out) {
  uint h = hash(ITEM);
  uint deep = (4 + (h >> 5 & 1) * 10 + (h >> 6 & 1) * 20) * select(1u, select(5u, 3u, h >> 7 & 1), h >> 6 & 1);
  uint r = select(5u, deep, h >> 4 & 1);
  r = select(r, 3 - (h & 1), (uint)(h % 5 == 0));
  out[ITEM] = select(r, 1u, (uint)(h % 7 == 0));
}

// How many iterations differs; some items run none.
kernel void test_for(global uint* out) {
  uint count = hash(ITEM) % 13, sum = 0;
  for (uint i = 0; i < count; ++i) sum += i * i + ITEM;
  out[ITEM] = sum;
}
kernel void expect_for(global uint* out) {
  uint n = hash(ITEM) % 13;
  out[ITEM] = (n ? (n - 1) * n * (2 * n - 1) / 6 : 0) + n * ITEM;
}

kernel void test_break_continue(global uint* out) {
  uint sum = 0, h = hash(ITEM);
  for (uint i = 0; i < 20; ++i) {
    if ((h >> i % 16) & 1) continue;
    sum += i;
    if (sum > h % 50) break;
    sum += 100;
    if (sum % 7 == 3) continue;
    ++sum;
  }
  out[ITEM] = sum;
}
kernel void expect_break_continue(global uint* out) {
  uint sum = 0, h = hash(ITEM), live = 1;
  for (uint i = 0; i < 20; ++i) {
    uint skip = (h >> i % 16) & 1;
    sum += live & ~skip ? i : 0;
    uint stop = sum > h % 50 ? 1 : 0;
    uint rest = live & ~skip & ~stop & 1;
    sum += rest ? 100 : 0;
    sum += rest && sum % 7 != 3 ? 1 : 0;
    live &= skip | ~stop;
  }
  out[ITEM] = sum;
}

// Returns out of nested loops.
uint first_pair(uint h) {
  for (uint i = 1; i < 9; ++i) {
    for (uint j = i; j < 9; ++j) {
      if (h % (i * j + 2) == 1) return i * 10 + j;
      if (h % (i + j + 5) == 0) break;
    }
    if ((h >> i) % 8 == 0) return 500 + i;
  }
  return 1000;
}
kernel void test_returns(global uint* out) { out[ITEM] = first_pair(hash(ITEM)); }
kernel void expect_returns(global uint* out) {
  uint h = hash(ITEM), result = 0;
  for (uint i = 1; i < 9 && !result; ++i) {
    bool inner = true;
    for (uint j = i; j < 9; ++j) {
      if (inner && h % (i * j + 2) == 1) result = i * 10 + j, inner = false;
      if (inner && h % (i + j + 5) == 0) inner = false;
    }
    if (!result && (h >> i) % 8 == 0) result = 500 + i;
  }
  out[ITEM] = result ? result : 1000;
}

// Early return of the kernel itself, in the middle of loops.
kernel void test_kernel_returns(global uint* out) {
  uint h = hash(ITEM);
  out[ITEM] = 1;
  if (h % 3 == 0) return;
  out[ITEM] = 2;
  for (uint i = 0; i < 5; ++i) {
    out[ITEM] += i;
    if (h % 5 == i) return;
    while (h & 1) {
      h >>= 1;
      out[ITEM] += 100;
      if (h % 11 == 0) return;
    }
  }
  out[ITEM] += 5000;
}
kernel void expect_kernel_returns(global uint* out) {
  uint h = hash(ITEM), r = 1;
  bool done = h % 3 == 0;
  if (!done) r = 2;
  for (uint i = 0; i < 5; ++i) {
    if (!done) r += i;
    done = done || h % 5 == i;
    for (uint k = 0; k < 32; ++k) {
      if (done || !(h & 1)) continue;
      h >>= 1;
      r += 100;
      done = h % 11 == 0;
    }
  }
  out[ITEM] = done ? r : r + 5000;
}

kernel void test_collatz(global uint* out) {
  uint x = hash(ITEM) % 500 + 1, steps = 0;
  while (x != 1) {
    if (x & 1) x = 3 * x + 1; else x /= 2;
    ++steps;
  }
  out[ITEM] = steps;
}
kernel void expect_collatz(global uint* out) {
  uint x = hash(ITEM) % 500 + 1, steps = 0;
  for (uint i = 0; i < 200; ++i) {
    steps += x != 1;
    x = x == 1 ? 1 : x & 1 ? 3 * x + 1 : x / 2;
  }
  out[ITEM] = steps;
}

// do-while with a divergent inner do-while, carrying values between them.
kernel void test_do(global uint* out) {
  uint a = hash(ITEM) % 6, b = 0, c = ITEM;
  do {
    uint k = a;
    do {
      c = c * 3 + k;
      b += k;
    } while (k-- > 2);
    c ^= a;
  } while (a-- > 0);
  out[ITEM] = c + b;
}
kernel void expect_do(global uint* out) {
  uint a = hash(ITEM) % 6, b = 0, c = ITEM;
  for (int i = (int)a; i >= 0; --i) {
    for (int k = i; k >= min(i, 2); --k) {
      c = c * 3 + k;
      b += k;
    }
    c ^= (uint)i;
  }
  out[ITEM] = c + b;
}
