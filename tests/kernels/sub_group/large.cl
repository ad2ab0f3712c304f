// SPDX-License-Identifier: Apache-2.0
// Kernels that are too large to be vectors all through, with sub-groups of the size that is asked for: what work-items do between
// the functions in which they meet is scalar code then, also under conditions, in loops, and with variables that live across.
// sizes: 1 7 40 256
// per_item: 4
// needs: cl_khr_subgroups cl_khr_subgroup_ballot cl_khr_subgroup_shuffle
#include "sub_group/common.h"

#define OF(SIZE) __attribute__((intel_reqd_sub_group_size(SIZE)))
#define LANE get_sub_group_local_id()

// Code of which nothing can be left out, 8 instructions for each of the 64 steps of MANY.
#define STEP(K) x = (x ^ (x >> (K % 13 + 3))) * (2 * K + 0x7feb352du) + (x & 1 ? k : x << (K % 5));
#define STEPS(K) STEP(K) STEP(K + 1) STEP(K + 2) STEP(K + 3) STEP(K + 4) STEP(K + 5) STEP(K + 6) STEP(K + 7)
#define MANY(K) STEPS(K) STEPS(K + 8) STEPS(K + 16) STEPS(K + 24) STEPS(K + 32) STEPS(K + 40) STEPS(K + 48) STEPS(K + 56)

// Straight on, in a loop with a condition, and with an array whose elements are chosen at run time.
uint one(uint x, uint k) {
  MANY(0)
  MANY(100)
  MANY(200)
  return x;
}
uint two(uint x, uint k) {
  uint a[8];
  for (uint i = 0; i < 8; ++i) a[i] = x * (i + 1);
  for (uint i = 0; i < k % 7 + 1; ++i) {
    if (x & 2) {
      MANY(i)
      a[x % 8] ^= x;
    } else {
      x += a[(x >> 3) % 8];
      if (x % 5 == 0) break;
      MANY(3)
    }
  }
  return x ^ a[k % 8];
}
uint three(uint x, uint k) {
  MANY(1000)
  MANY(1100)
  MANY(1200)
  return x;
}

OF(8) kernel void test_met(global uint* out) {
  uint mine = value_of(ME), k = mine % 100, x = one(mine, k), right = 0;
  uint sum = sub_group_reduce_add(x), kept[12];
  for (uint i = 0; i < 12; ++i) kept[i] = two(x + i, k);
  uint next = sub_group_shuffle(kept[k % 12], LANE ^ 1), want_next = 0;
  for (uint i = FIRST; i < END; ++i) {
    const uint other = value_of(i), o = other % 100;
    right += one(other, o);
    if (i == (ME ^ 1)) want_next = two(one(other, o) + o % 12, o);
  }
  if ((ME ^ 1) >= END) next = want_next = 0;
  DIFFERENCE(sum - right, next - want_next, get_max_sub_group_size() - min(8u, FULL), three(x, k) - three(one(mine, k), k));
}
NO_DIFFERENCE(met)

// Some work-items meet, as often as their own loops go round; barriers of the group beside that.
OF(16) kernel void test_parted(global uint* out) {
  local uint box[1024];
  uint mine = value_of(ME), k = mine % 4, x = mine, count = 0, right = 0, s = 0, want = 0;
  for (uint i = 0; i < k; ++i) {
    x = three(x, i);
    if (x & 1) {
      x = one(x, k);
      s += sub_group_non_uniform_reduce_add(x & 0xff) * (i + 1);
      count += sub_group_ballot_bit_count(sub_group_ballot(1));
    } else {
      x = two(x, k);
    }
  }
  box[ME % 1024] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint across = box[(ALL - 1 - ME) % 1024], other = value_of(ALL - 1 - ME), y = other;
  for (uint i = 0; i < other % 4; ++i) {
    y = three(y, i);
    y = y & 1 ? one(y, other % 4) : two(y, other % 4);
  }
  for (uint j = FIRST; j < END; ++j) {
    uint a = value_of(ME), b = value_of(j), ka = a % 4, kb = b % 4;
    for (uint i = 0; i < min(ka, kb); ++i) {
      a = three(a, i), b = three(b, i);
      const bool met = a & 1, other_met = b & 1;
      a = met ? one(a, ka) : two(a, ka);
      b = other_met ? one(b, kb) : two(b, kb);
      if (met && other_met) want += (b & 0xff) * (i + 1), ++right;
    }
  }
  DIFFERENCE(s - want, count - right, across - y, 0);
}
NO_DIFFERENCE(parted)

// No function of sub-groups at all: what a vector calls is nearly all of the kernel.
#define ALONE(NAME)                                                                                  \
  kernel void NAME(global uint* out) {                                                               \
    uint mine = value_of(ME), k = mine % 100, x = three(two(one(mine, k), k), k), y;                 \
    x += two(one(three(x, k), k), k), y = three(two(one(x, 1), 2), 3) + two(one(three(x, 4), 5), 6); \
    vstore4((uint4)(x, y, 0, 0), get_global_linear_id(), out);                                       \
  }
OF(32) ALONE(test_alone)
ALONE(expect_alone)

// Nothing but functions of sub-groups: no code that could go elsewhere.
#undef STEP
#define STEP(K)                                        \
  x = sub_group_broadcast(x, (K) % lanes) + (x ^ (K)); \
  if (sub_group_any(x == 12345)) x += 3;
OF(16) kernel void test_full(global uint* out) {
  uint x = ME - FIRST, lanes = get_sub_group_size();
  MANY(0)
  uint all[16], y = 0;
  for (uint i = 0; i < lanes; ++i) all[i] = i;
  for (uint step = 0; step < 64; ++step) {
    uint from = all[step % lanes];
    for (uint i = 0; i < lanes; ++i) all[i] = from + (all[i] ^ step);
    bool any = false;
    for (uint i = 0; i < lanes; ++i) any = any || all[i] == 12345;
    for (uint i = 0; i < lanes; ++i) all[i] += any ? 3 : 0;
  }
  DIFFERENCE(x - all[ME - FIRST], 0, 0, 0);
}
NO_DIFFERENCE(full)
