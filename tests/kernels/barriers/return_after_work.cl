// SPDX-License-Identifier: Apache-2.0
// Work-items that return before a barrier which the others reach, after work of their own, out of
// loops, from within conditions. What the others have computed until then goes on.
#include "common.h"

#define GONE(x) (hash(x) % 5 == 0)

// Out of range: a value for what is there all the same.
kernel void test_padding(global uint* out, local uint* box, uint n) {
  if (ITEM >= n - n / 3) {
    out[ITEM] = hash(ITEM) % 100;
    return;
  }
  uint sum = 0;
  for (uint k = 0; k < SIZE; ++k) box[k] = k + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < SIZE; ++k) sum += box[k];
  out[ITEM] = sum;
}
kernel void expect_padding(global uint* out, uint n) {
  out[ITEM] = ITEM >= n - n / 3 ? hash(ITEM) % 100 : SIZE * (SIZE + 1) / 2;
}

// A search that ends with what it has found; the others share what they have.
uint found_at(uint x) {
  for (uint k = 0; k < 12; ++k)
    if (hash(x + 1000 * k) % 16 == 0) return k;
  return 12;
}
kernel void test_search(global uint* out, local uint* box) {
  uint sum = 1;
  box[LID] = 5;
  for (uint k = 0; k < 12; ++k) {
    if (hash(ITEM + 1000 * k) % 16 == 0) {
      out[ITEM] = sum;
      return;
    }
    sum = sum * 3 + k;
  }
  box[LID] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint total = sum;
  for (uint k = 0; k < SIZE; ++k) total += box[k] == 5;
  out[ITEM] = total;
}
kernel void expect_search(global uint* out) {
  uint sum = 1, last = found_at(ITEM);
  for (uint k = 0; k < last; ++k) sum = sum * 3 + k;
  if (last == 12)
    for (uint k = 0; k < SIZE; ++k) sum += found_at(ITEM - LID + k) != 12;
  out[ITEM] = sum;
}

// Loops that each work-item leaves when it likes, to return or to go on.
kernel void test_loops(global uint* out, local uint* box) {
  uint k = 0, iterations = 0;
  for (;; ++iterations) {
    uint more = 0;
    while (hash(ITEM + k) % 7 != 0 && k < 40) {
      if (hash(k) % 11 == 3 && (ITEM & 1)) {
        out[ITEM] = k + 1000 * iterations;
        return;
      }
      ++k;
      ++more;
    }
    if (more < 4 || k >= 40) break;
    ++k;
  }
  box[LID] = k;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = box[LID] * 100 + iterations;
}
kernel void expect_loops(global uint* out) {
  uint k = 0, iterations = 0;
  for (;; ++iterations) {
    uint more = 0;
    while (hash(ITEM + k) % 7 != 0 && k < 40) {
      if (hash(k) % 11 == 3 && (ITEM & 1)) {
        out[ITEM] = k + 1000 * iterations;
        return;
      }
      ++k;
      ++more;
    }
    if (more < 4 || k >= 40) break;
    ++k;
  }
  out[ITEM] = k * 100 + iterations;
}

// From within conditions, more than once, and again behind the barrier.
kernel void test_nested(global uint* out, local uint* box, uint n) {
  uint x = hash(ITEM), y = 1;
  if (x & 1) {
    y = x % 50;
    if (GONE(x)) {
      out[ITEM] = y;
      return;
    }
    if (x & 2) {
      y += 7;
      if (GONE(x + 1)) return;
    } else {
      switch (x / 4 % 4) {
        case 0:
          y = 3;
          break;
        case 1:
          out[ITEM] = 99;
          return;
        case 2:
          y += n;
      }
    }
  }
  box[LID] = y;
  barrier(CLK_LOCAL_MEM_FENCE);
  y += box[LID];
  if (GONE(x + 2)) {
    out[ITEM] = 4;
    return;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = y;
}
kernel void expect_nested(global uint* out, uint n) {
  uint x = hash(ITEM), y = 1;
  if (x & 1) {
    y = x % 50;
    if (GONE(x)) {
      out[ITEM] = y;
      return;
    }
    if (x & 2) {
      y += 7;
      if (GONE(x + 1)) return;
    } else {
      switch (x / 4 % 4) {
        case 0:
          y = 3;
          break;
        case 1:
          out[ITEM] = 99;
          return;
        case 2:
          y += n;
      }
    }
  }
  out[ITEM] = GONE(x + 2) ? 4 : 2 * y;
}

// The barrier is in a loop behind; what goes round it is what was there before.
kernel void test_barrier_in_loop(global uint* out, local uint* box, uint n) {
  uint sum = ITEM, step = 1 + n % 3;
  for (uint k = 0; k < 5; ++k) {
    sum = hash(sum);
    if (sum % 32 == 0) {
      out[ITEM] = sum;
      return;
    }
  }
  for (uint k = 0; k < 6; ++k) {
    box[LID] = sum + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += box[LID] * step;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[ITEM] = sum;
}
kernel void expect_barrier_in_loop(global uint* out, uint n) {
  uint sum = ITEM, step = 1 + n % 3;
  for (uint k = 0; k < 5; ++k) {
    sum = hash(sum);
    if (sum % 32 == 0) {
      out[ITEM] = sum;
      return;
    }
  }
  for (uint k = 0; k < 6; ++k) sum += (sum + k) * step;
  out[ITEM] = sum;
}
