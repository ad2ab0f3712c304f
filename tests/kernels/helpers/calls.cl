// SPDX-License-Identifier: Apache-2.0
// Trees of functions: pointers to private data, structures in and out, many returns, the same function in many places.
#include "common.h"

void swap_them(uint* a, uint* b) {
  uint old = *a;
  *a = *b;
  *b = old;
}
void sort(uint* list, uint count) {
  for (uint i = 1; i < count; ++i) {
    for (uint j = i; j > 0 && list[j - 1] > list[j]; --j) swap_them(&list[j - 1], &list[j]);
  }
}
kernel void test_sort(global uint* out) {
  uint list[9];
  for (uint i = 0; i < 9; ++i) list[i] = hash(ITEM * 9 + i) % 1000;
  sort(list + 1, 7);
  swap_them(&list[0], &list[8]);
  uint sum = 0;
  for (uint i = 0; i < 9; ++i) sum = sum * 31 + list[i];
  out[ITEM] = sum;
}
kernel void expect_sort(global uint* out) {
  uint sum = hash(ITEM * 9 + 8) % 1000;
  for (uint place = 0; place < 7; ++place) {
    for (uint i = 1; i < 8; ++i) {
      uint value = hash(ITEM * 9 + i) % 1000, smaller = 0;
      for (uint j = 1; j < 8; ++j) {
        uint other = hash(ITEM * 9 + j) % 1000;
        smaller += other < value || (other == value && j < i);
      }
      if (smaller == place) {
        sum = sum * 31 + value;
        break;
      }
    }
  }
  out[ITEM] = sum * 31 + hash(ITEM * 9) % 1000;
}

typedef struct { float3 at; float3 way; uint bounces; } ray_t;
ray_t bounce(ray_t ray, float limit) {
  ray.at += ray.way;
  if (ray.at.x > limit || ray.at.x < 0) ray.way.x = -ray.way.x, ++ray.bounces;
  if (ray.at.y > limit || ray.at.y < 0) ray.way.y = -ray.way.y, ++ray.bounces;
  if (ray.at.z > limit || ray.at.z < 0) ray.way.z = -ray.way.z, ++ray.bounces;
  return ray;
}
kernel void test_structures(global float* out) {
  uint h = hash(ITEM);
  ray_t ray = {(float3)(h % 8, h % 7, 2), (float3)(1, 2, (float)(h % 3)), 0};
  for (uint i = 0; i < 12; ++i) ray = bounce(ray, 8.0f);
  out[ITEM] = ray.at.x + ray.at.y * 100 + ray.at.z * 10000 + (float)ray.bounces * 0.125f;
}
int fold(int at, int way, uint* bounces) {
  for (uint i = 0; i < 12; ++i) {
    at += way;
    if (at > 8 || at < 0) way = -way, ++*bounces;
  }
  return at;
}
kernel void expect_structures(global float* out) {
  uint h = hash(ITEM), bounces = 0;
  float x = (float)fold((int)(h % 8), 1, &bounces), y = (float)fold((int)(h % 7), 2, &bounces);
  float z = (float)fold(2, (int)(h % 3), &bounces);
  out[ITEM] = x + y * 100 + z * 10000 + (float)bounces * 0.125f;
}

// Barriers within functions that are called from several places and under uniform conditions.
uint total(local uint* box, uint mine) {
  box[LID] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint i = 0; i < SIZE; ++i) sum += box[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  return sum;
}
uint maybe_total(local uint* box, uint mine, bool really) {
  if (!really) return mine;
  return total(box, mine) + total(box, 1);
}
kernel void test_barriers(global uint* out, local uint* box, uint n) {
  uint a = maybe_total(box, ITEM, n % 2);
  uint b = maybe_total(box, a, get_group_id(0) == 1);
  out[ITEM] = b + (maybe_total(box, LID, true) & 0xffff);
}
kernel void expect_barriers(global uint* out, uint n) {
  uint first = ITEM - LID, sum = first * SIZE + SIZE * (SIZE - 1) / 2;
  uint a = n % 2 ? sum + SIZE : ITEM;
  uint b = get_group_id(0) != 1 ? a : (n % 2 ? a * SIZE : sum) + SIZE;
  out[ITEM] = b + (SIZE * (SIZE - 1) / 2 + SIZE & 0xffff);
}

// Many levels.
#define LEVEL(N, M) uint level##N(uint x, uint k) { return k % (N + 2) ? level##M(x * 3 + N, k / 2) + N : level##M(x ^ N, k + 1); }
uint level0(uint x, uint k) { return x + k; }
LEVEL(1, 0) LEVEL(2, 1) LEVEL(3, 2) LEVEL(4, 3) LEVEL(5, 4) LEVEL(6, 5) LEVEL(7, 6) LEVEL(8, 7)
kernel void test_levels(global uint* out) { out[ITEM] = level8(ITEM, hash(ITEM)); }
kernel void expect_levels(global uint* out) {
  uint x = ITEM, k = hash(ITEM), more = 0;
  for (uint level = 8; level > 0; --level) {
    if (k % (level + 2)) {
      x = x * 3 + level;
      k /= 2;
      more += level;
    } else {
      x ^= level;
      ++k;
    }
  }
  out[ITEM] = x + k + more;
}

// Functions that end in a call of themselves: no recursion is left.
uint kth(uint* list, int first, int last, int k) {
  int at = first;
  for (int i = first; i < last; ++i)
    if (list[i] <= list[last]) swap_them(&list[i], &list[at++]);
  swap_them(&list[at], &list[last]);
  if (at - first == k) return list[at];
  if (at - first > k) return kth(list, first, at - 1, k);
  return kth(list, at + 1, last, k - (at - first) - 1);
}
uint euclid(uint a, uint b) { return b == 0 ? a : euclid(b, a % b); }
uint product(uint k) { return k == 0 ? 1 : k * product(k - 1); }
kernel void test_ends_in_itself(global uint* out) {
  uint list[9];
  for (uint i = 0; i < 9; ++i) list[i] = hash(ITEM * 9 + i) % 100;
  out[ITEM] = kth(list, 0, 8, ITEM % 9) + 100 * euclid(ITEM * 6, 84) + 10000 * product(ITEM % 8);
}
kernel void expect_ends_in_itself(global uint* out) {
  uint list[9], p = 1, a = ITEM * 6, b = 84;
  for (uint i = 0; i < 9; ++i) list[i] = hash(ITEM * 9 + i) % 100;
  sort(list, 9);
  for (uint i = 1; i <= ITEM % 8; ++i) p *= i;
  while (b) {
    uint rest = a % b;
    a = b, b = rest;
  }
  out[ITEM] = list[ITEM % 9] + 100 * a + 10000 * p;
}
