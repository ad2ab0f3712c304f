// SPDX-License-Identifier: Apache-2.0
// Barriers that some work-items of a group meet and others do not. OpenCL C leaves the result open; here each work-item goes on from
// the barrier that it met, with what is its own, and writes where it should.
#include "common.h"

#define FENCE barrier(CLK_LOCAL_MEM_FENCE)

kernel void test_one_arm(global uint* out, global const uint* in) {
  uint s = in[ITEM];
  if (s & 1) {
    s += 3;
    FENCE;
    s *= 7;
  }
  out[ITEM] = s;
}
kernel void expect_one_arm(global uint* out, global const uint* in) {
  out[ITEM] = in[ITEM] & 1 ? (in[ITEM] + 3) * 7 : in[ITEM];
}

kernel void test_two_arms(global uint* out, global const uint* in) {
  global uint* to = out;
  uint s = in[ITEM];
  if (s & 2) {
    to += ITEM;
    FENCE;
    *to = s * 3;
    FENCE;
  } else {
    uint at = ITEM;
    FENCE;
    s ^= hash(at);
    FENCE;
    FENCE;
    out[at] = s;
  }
}
kernel void expect_two_arms(global uint* out, global const uint* in) {
  out[ITEM] = in[ITEM] & 2 ? in[ITEM] * 3 : in[ITEM] ^ hash(ITEM);
}

// As many iterations as each likes.
kernel void test_counted(global uint* out, global const uint* in) {
  uint s = 1;
  for (uint i = 0; i < LID % 7; ++i) {
    s = s * 3 + in[ITEM + i];
    FENCE;
    s ^= in[ITEM + 2 * i];
  }
  out[ITEM] = s;
}
kernel void expect_counted(global uint* out, global const uint* in) {
  uint s = 1;
  for (uint i = 0; i < LID % 7; ++i) s = (s * 3 + in[ITEM + i]) ^ in[ITEM + 2 * i];
  out[ITEM] = s;
}

// At different iterations of a loop that all go through as often: what counts them is not the same for all.
kernel void test_left_out(global uint* out, global const uint* in, uint n) {
  uint s = 0;
  for (uint i = 0; i < 5; ++i) {
    if (hash(ITEM + i) % 3 == 0) continue;
    FENCE;
    s = s * 5 + in[n + i * 3];
  }
  out[ITEM] = s;
}
kernel void expect_left_out(global uint* out, global const uint* in, uint n) {
  uint s = 0;
  for (uint i = 0; i < 5; ++i)
    if (hash(ITEM + i) % 3 != 0) s = s * 5 + in[n + i * 3];
  out[ITEM] = s;
}

kernel void test_nested(global uint* out, global const uint* in) {
  uint s = in[ITEM];
  for (uint i = 0; i < 1 + LID % 3; ++i) {
    switch (hash(s + i) % 4) {
      case 0: FENCE; s += i; break;
      case 1: s *= 3; FENCE;  // fall through
      case 2: ++s; break;
      default:
        for (uint j = 0; j < LID % 5; ++j) {
          FENCE;
          s ^= in[ITEM + j];
          if (hash(s) % 5 == 0) {
            out[ITEM] = s + 1;
            return;
          }
        }
    }
  }
  out[ITEM] = s;
}
kernel void expect_nested(global uint* out, global const uint* in) {
  uint s = in[ITEM];
  for (uint i = 0; i < 1 + LID % 3; ++i) {
    uint k = hash(s + i) % 4;
    if (k == 0) s += i;
    if (k == 1) s *= 3;
    if (k == 1 || k == 2) ++s;
    for (uint j = 0; k == 3 && j < LID % 5; ++j) {
      s ^= in[ITEM + j];
      if (hash(s) % 5 == 0) {
        out[ITEM] = s + 1;
        return;
      }
    }
  }
  out[ITEM] = s;
}

// The common fault: the rest of a range that is no whole number of groups stays outside.
kernel void test_range(global uint* out, local uint* box, uint n) {
  uint s = 4;
  if (ITEM < n - n / 3) {
    for (uint i = 0; i < 3; ++i) {
      box[LID] = ITEM + i;
      FENCE;
      s += box[LID];
      FENCE;
    }
  }
  out[ITEM] = s;
}
kernel void expect_range(global uint* out, uint n) { out[ITEM] = ITEM < n - n / 3 ? 4 + 3 * ITEM + 3 : 4; }
