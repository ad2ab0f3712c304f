// SPDX-License-Identifier: Apache-2.0
// Divergent switches: dense and sparse, with fall-through and without default, within loops.
#include "common.h"

kernel void test_dense(global uint* out) {
  uint h = hash(ITEM), r = 0;
  switch (h % 8) {
    case 0: r = 1; break;
    case 1: r = 2;
    case 2: r += 3;
    case 3: r *= 5; break;
    case 4:
    case 5: r = h % 100; break;
    case 6: if (h & 8) break;
    default: r = 42;
  }
  out[ITEM] = r;
}
kernel void expect_dense(global uint* out) {
  uint h = hash(ITEM);
  uint table[8] = {1, 25, 15, 0, h % 100, h % 100, h & 8 ? 0 : 42, 42};
  out[ITEM] = table[h % 8];
}

kernel void test_sparse(global int* out) {
  int h = (int)(hash(ITEM) % 4) * 1000003 - 1000003, r = -1;
  switch (h) {
    case -1000003: r = 10; break;
    case 0: r = 20; break;
    case 2000006: r = 30; break;
  }
  switch ((long)h << 20) {
    case 1000003l << 20: r += 5;
    case 77: ++r;
  }
  out[ITEM] = r;
}
kernel void expect_sparse(global int* out) {
  int table[4] = {10, 20, 5, 30};
  out[ITEM] = table[hash(ITEM) % 4];
}

// A small machine: the state decides what comes next.
kernel void test_machine(global uint* out) {
  uint state = 0, h = hash(ITEM), sum = 0, steps = 0;
  while (state != 4 && steps < 40) {
    switch (state) {
      case 0: state = h & 1 ? 1 : 2; break;
      case 1:
        sum += 3;
        state = h & 2 ? 3 : 0;
        break;
      case 2:
        if (sum > 20) { state = 4; break; }
        sum += 7;
        // fall through
      case 3:
        sum ^= h & 15;
        state = h & 4 ? 4 : 0;
    }
    h = h >> 3 | h << 29;
    ++steps;
  }
  out[ITEM] = sum * 100 + steps;
}
kernel void expect_machine(global uint* out) {
  uint state = 0, h = hash(ITEM), sum = 0, steps = 0;
  for (uint i = 0; i < 40; ++i) {
    if (state == 4) continue;
    uint next = state;
    if (state == 0) next = 2 - (h & 1);
    if (state == 1) sum += 3, next = h & 2 ? 3 : 0;
    bool over = state == 2 && sum > 20;
    if (over) next = 4;
    if (state == 2 && !over) sum += 7;
    if ((state == 2 && !over) || state == 3) sum ^= h & 15, next = h & 4 ? 4 : 0;
    state = next;
    h = rotate(h, 29u);
    ++steps;
  }
  out[ITEM] = sum * 100 + steps;
}
