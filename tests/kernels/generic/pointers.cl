// SPDX-License-Identifier: Apache-2.0
// The generic address space (OpenCL C 2.0 §6.5.5): one function for all kinds of pointers, pointers that may be of either,
// and the questions which kind one is.
#include "common.h"

uint sum(const uint* list, uint count) {
  uint result = 0;
  for (uint i = 0; i < count; ++i) result = result * 3 + list[i];
  return result;
}
global uint program_list[3] = {1, 2, 3};

kernel void test_any(global uint* out, global uint* in, local uint* box) {
  uint own[3] = {ITEM, LID, 3};
  box[LID] = ITEM * 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint* chosen;
  switch (hash(ITEM) % 4) {
    case 0: chosen = own; break;
    case 1: chosen = in + ITEM; break;
    case 2: chosen = box + LID; break;
    default: chosen = program_list;
  }
  uint count = hash(ITEM) % 4 == 2 ? 1 : 3;
  out[ITEM] = sum(chosen, count);
}
kernel void expect_any(global uint* out, global uint* in) {
  uint kind = hash(ITEM) % 4, r;
  if (kind == 0) r = (ITEM * 3 + LID) * 3 + 3;
  if (kind == 1) r = (in[ITEM] * 3 + in[ITEM + 1]) * 3 + in[ITEM + 2];
  if (kind == 2) r = ITEM * 2;
  if (kind == 3) r = 18;
  out[ITEM] = r;
}

uint kind_of(void* pointer) {
  uint kind = 0;
  if (to_global((uint*)pointer)) kind |= 1;
  if (to_local((uint*)pointer)) kind |= 2;
  if (to_private((uint*)pointer)) kind |= 4;
  uint fence = get_fence(pointer);
  return kind * 10 + (fence == CLK_LOCAL_MEM_FENCE ? 2 : fence == CLK_GLOBAL_MEM_FENCE ? 1 : 0);
}
kernel void test_kinds(global uint* out, global uint* tmp, local uint* box) {
  local uint4 variable[2];
  uint own[4] = {1, 2, 3, 4};
  uint across = ITEM;
  uint r = kind_of(out) + kind_of(tmp + ITEM) * 100 + kind_of(box + LID) * 10000 + kind_of(&variable[1]) * 1000000;
  barrier(CLK_LOCAL_MEM_FENCE);
  // A private array behind a barrier lies elsewhere; get_fence of private memory is not asked.
  uint mine = kind_of(&own[ITEM % 4]) / 10 + kind_of(&across) / 10 * 10 + kind_of(program_list) * 100;
  out[ITEM] = r + (own[ITEM % 4] ? mine : 0) * 3;
}
kernel void expect_kinds(global uint* out) { out[ITEM] = 11 + 1100 + 220000 + 22000000 + (44 + 1100) * 3; }

// Round trips keep the address.
kernel void test_round_trip(global uint* out, local uint* box) {
  uint own = 5;
  uint* a = &own;
  uint* b = box + LID;
  uint* c = out + ITEM;
  *to_private(a) += 1;
  *to_local(b) = own;
  *to_global(c) = *b + (to_private(b) == 0) * 10 + (to_local(c) == 0) * 100 + (to_global(a) == 0) * 1000;
}
kernel void expect_round_trip(global uint* out) { out[ITEM] = 1116; }

// Generic pointers in loops, swapped and advanced.
kernel void test_swapped(global uint* out, global uint* in, local uint* box) {
  uint own[4];
  for (uint i = 0; i < 4; ++i) own[i] = ITEM + i;
  uint* a = own;
  uint* b = in + ITEM;
  uint total = 0;
  for (uint i = 0; i < 4; ++i) {
    total = total * 7 + *a++;
    uint* old = a;
    a = b;
    b = old;
  }
  out[ITEM] = total;
}
kernel void expect_swapped(global uint* out, global uint* in) {
  out[ITEM] = ((ITEM * 7 + in[ITEM]) * 7 + ITEM + 1) * 7 + in[ITEM + 1];
}

// Structures through generic pointers.
typedef struct { uint a; uint2 b; } pair_t;
void bump(pair_t* pair, uint by) { pair->a += by; pair->b.y *= by; }
kernel void test_structures(global uint* out, local uint4* box) {
  pair_t own = {ITEM, (uint2)(1, 2)};
  local pair_t shared;
  if (LID == SIZE - 1) {
    shared = own;
    bump(&shared, 4);
  }
  bump(&own, 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = own.a + own.b.y + shared.a * 2 + shared.b.y;
}
kernel void expect_structures(global uint* out) {
  uint last = ITEM - LID + SIZE - 1;
  out[ITEM] = ITEM + 3 + 6 + (last + 4) * 2 + 8;
}
