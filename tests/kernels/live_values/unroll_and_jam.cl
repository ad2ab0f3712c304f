// SPDX-License-Identifier: Apache-2.0
// Chains of operations that wait for each other: several work-items, or vectors of them, go through
// the code side by side, what is left one by one.
// dims: 1 2
#include "common.h"

#define PLACE ((uint)(get_global_linear_id()))
#define STEP(x, y) \
  x = x * y + x;   \
  y = y * x + y;
#define STEPS(x, y) STEP(x, y) STEP(x, y) STEP(x, y) STEP(x, y)

uint sum_of(uint16 v) {
  uint8 a = v.lo + v.hi;
  uint4 b = a.lo + a.hi;
  uint2 c = b.lo + b.hi;
  return c.x + 3 * c.y;
}

// Vectors as wide as the machine's, code without loops.
kernel void test_wide(global uint* out, uint n) {
  uint16 x = (uint16)(n) + (uint16)(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  uint16 y = (uint16)((uint)get_local_id(0) + 100 * (uint)get_local_id(1));
  for (int i = 0; i < 16; ++i) {
    STEPS(x, y)
  }
  out[PLACE] = sum_of(x + y);
}
kernel void expect_wide(global uint* out, uint n) {
  uint got[16];
  for (int k = 0; k < 16; ++k) {
    uint x = n + k + 1, y = (uint)get_local_id(0) + 100 * (uint)get_local_id(1);
    for (int i = 0; i < 16; ++i) {
      STEPS(x, y)
    }
    got[k] = x + y;
  }
  uint even = 0, odd = 0;
  for (int k = 0; k < 16; k += 2) {
    even += got[k];
    odd += got[k + 1];
  }
  out[PLACE] = even + 3 * odd;
}

// A loop whose end all share; groups do not count.
kernel void test_loop(global uint* out, global const uint* in, uint n) {
  uint16 y = (uint16)(in[PLACE]), x = (uint16)(1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0);
  for (uint k = 0; k < n % 7 + 3; ++k) {
    y = y * x + y;
    x = x * y + in[k];
  }
  out[PLACE] = sum_of(x);
}
kernel void expect_loop(global uint* out, global const uint* in, uint n) {
  uint even = 1, odd = 0, a = in[PLACE], b = a;
  for (uint k = 0; k < n % 7 + 3; ++k) {
    a = a * even + a;
    b = b * odd + b;
    even = even * a + in[k];
    odd = odd * b + in[k];
  }
  out[PLACE] = 8 * (even + 3 * odd);
}

// In lanes, in groups of any size.
kernel void test_lanes(global uint* out, uint n) {
  uint x = n, y = (uint)get_local_id(0) + 10 * (uint)get_local_id(1);
  for (int i = 0; i < 32; ++i) {
    STEPS(x, y)
  }
  out[PLACE] = x ^ y;
}
kernel void expect_lanes(global uint* out, uint n) {
  uint x = n, y = (uint)get_local_id(0) + 10 * (uint)get_local_id(1);
  for (int i = 0; i < 32; ++i) {
    STEPS(x, y)
  }
  out[PLACE] = x ^ y;
}

// Between barriers; what each keeps goes on in its own place.
kernel void test_barriers(global uint* out, local uint* box, uint n) {
  uint lid = (uint)get_local_linear_id();
  uint x = hash(lid + n), y = lid, first;
  for (uint k = 0; k < 20 + n % 5; ++k) {
    STEPS(x, y)
  }
  box[lid] = x;
  first = x + 7 * lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint other = box[(lid + 1) % (uint)(get_local_size(0) * get_local_size(1))];
  for (uint k = 0; k < 20 + n % 3; ++k) {
    STEPS(other, y)
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[PLACE] = other + first + box[0];
}
kernel void expect_barriers(global uint* out, uint n) {
  uint lid = (uint)get_local_linear_id(), size = (uint)(get_local_size(0) * get_local_size(1));
  uint results[3], ys = 0;
  for (int which = 0; which < 3; ++which) {
    uint of = which == 0 ? lid : which == 1 ? (lid + 1) % size : 0;
    uint x = hash(of + n), y = of;
    for (uint k = 0; k < 20 + n % 5; ++k) {
      STEPS(x, y)
    }
    results[which] = x;
    if (which == 0) ys = y;
  }
  uint other = results[1], y = ys;
  for (uint k = 0; k < 20 + n % 3; ++k) {
    STEPS(other, y)
  }
  out[PLACE] = other + results[0] + 7 * lid + results[2];
}

// Each has an array of its own.
kernel void test_arrays(global uint* out, global const uint* in, uint n) {
  uint16 x = (uint16)(in[PLACE]), y = (uint16)((uint)get_local_id(0));
  uint kept[8];
  for (uint k = 0; k < 8; ++k) {
    STEPS(x, y)
    kept[(k * 5 + n) % 8] = x.s0 + y.sf;
  }
  uint sum = 0;
  for (uint k = 0; k < 8; ++k) sum = sum * 3 + kept[k];
  out[PLACE] = sum;
}
kernel void expect_arrays(global uint* out, global const uint* in, uint n) {
  uint x = in[PLACE], y = (uint)get_local_id(0);
  uint kept[8];
  for (uint k = 0; k < 8; ++k) {
    STEPS(x, y)
    kept[(k * 5 + n) % 8] = x + y;
  }
  uint sum = 0;
  for (uint k = 0; k < 8; ++k) sum = sum * 3 + kept[k];
  out[PLACE] = sum;
}
