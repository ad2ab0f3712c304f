// SPDX-License-Identifier: Apache-2.0
// Pointers of every address space that live across barriers, and pointers that depend on the work-item.
// per_item: 2
#include "common.h"

kernel void test_global(global uint* out, global const uint* in, local uint* box) {
  global uint* mine = out + ITEM * 2;
  global const uint* from = ITEM % 2 ? in + ITEM : in + 7;
  box[LID] = *from++;
  barrier(CLK_LOCAL_MEM_FENCE);
  mine[0] = box[(LID + 1) % SIZE];
  ++mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  *mine = *from;
}
kernel void expect_global(global uint* out, global const uint* in) {
  uint other = peer(1);
  out[ITEM * 2] = in[other % 2 ? other : 7];
  out[ITEM * 2 + 1] = in[(ITEM % 2 ? ITEM : 7) + 1];
}

kernel void test_local(global uint* out, local uint* box, local uint* second) {
  local uint* where = hash(ITEM) % 2 ? &box[LID] : &second[LID];
  box[LID] = 1;
  second[LID] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  *where += ITEM;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM * 2] = box[(LID + 1) % SIZE];
  out[ITEM * 2 + 1] = second[(LID + 1) % SIZE];
}
kernel void expect_local(global uint* out) {
  uint other = peer(1), first = hash(other) % 2;
  out[ITEM * 2] = 1 + (first ? other : 0);
  out[ITEM * 2 + 1] = 2 + (first ? 0 : other);
}

kernel void test_private(global uint* out, local uint* box) {
  uint a = ITEM, b = ITEM * 2, c[3] = {1, 2, 3};
  uint* where = hash(ITEM) % 3 == 0 ? &a : hash(ITEM) % 3 == 1 ? &b : &c[ITEM % 3];
  barrier(CLK_LOCAL_MEM_FENCE);
  *where += 1000;
  box[LID] = a;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM * 2] = a + b * 3 + c[0] * 5 + c[1] * 7 + c[2] * 11;
  out[ITEM * 2 + 1] = box[(LID + 1) % SIZE] + *where;
}
kernel void expect_private(global uint* out) {
  uint kind = hash(ITEM) % 3, a = ITEM, b = ITEM * 2, c[3] = {1, 2, 3}, at;
  if (kind == 0) at = a += 1000;
  if (kind == 1) at = b += 1000;
  if (kind == 2) at = c[ITEM % 3] += 1000;
  out[ITEM * 2] = a + b * 3 + c[0] * 5 + c[1] * 7 + c[2] * 11;
  out[ITEM * 2 + 1] = peer(1) + (hash(peer(1)) % 3 == 0 ? 1000 : 0) + at;
}

// Pointers to private memory within private memory: a list through the item's own variables.
struct node {
  uint value;
  struct node* next;
};
kernel void test_list(global uint* out, local uint* box) {
  struct node nodes[4];
  struct node* head = 0;
  for (uint i = 0; i < 4; ++i) {
    struct node* at = &nodes[(i + ITEM) % 4];
    at->value = hash(ITEM + i);
    at->next = head;
    head = at;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (struct node* at = head; at; at = at->next) sum = sum * 3 + at->value;
  box[LID] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM * 2] = sum + nodes[ITEM % 4].value;
  out[ITEM * 2 + 1] = box[(LID + 1) % SIZE];
}
uint list_of(uint item) {
  uint sum = 0;
  for (uint i = 4; i-- > 0;) sum = sum * 3 + hash(item + i);
  return sum;
}
kernel void expect_list(global uint* out) {
  out[ITEM * 2] = list_of(ITEM) + hash(ITEM);
  out[ITEM * 2 + 1] = list_of(peer(1));
}
