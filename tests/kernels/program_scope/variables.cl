// SPDX-License-Identifier: Apache-2.0
// Program-scope variables with initialisers: scalars, arrays, structures, pointers to one another (OpenCL C 2.0 §6.5.1).
#include "common.h"

typedef struct { int number; float real; char text[5]; } thing_t;
struct link { int value; global struct link* next; };

global int counter_start = 42;
global uint zeros[16];
global float reals[3] = {1.5f, -2.25f, 1e10f};
global thing_t things[2] = {{1, 2.5f, "abcd"}, {-3, 0.125f, {'x', 'y', 0, 'z', 'w'}}};
global int target = 5;
global int* pointer = &target;
global int* into_array = (global int*)&things[1];
global float* middle = &reals[1];
global struct link third = {30, 0};
global struct link second = {20, &third};
global struct link first = {10, &second};
global int* table[3] = {&target, &counter_start, &target};
constant int steps[] = {3, 1, 4, 1, 5, 9, 2, 6};
constant uint3 triple = (uint3)(7, 8, 9);
constant char* constant words[] = {"zero", "one", "two"};
constant int* constant inside = &steps[4];
static global long hidden = -1234567890123L;
global double4 wide = (double4)(1, 2, 3, 4);

kernel void test_read(global int* out) {
  int i = ITEM;
  int r = counter_start + (int)zeros[i % 16] + (int)(reals[i % 2] * 8) + things[i % 2].number * 100 + things[1].text[i % 5];
  r += *pointer * 1000 + *into_array + (int)(*middle * 4) + *table[i % 3];
  r += steps[i % 8] + triple.y + words[i % 3][0] + words[1][i % 4] + *inside;
  r += (int)(hidden / 1000000000) + (int)wide.z;
  for (global struct link* at = &first; at; at = at->next) r = r * 2 + at->value;
  out[i] = r;
}
kernel void expect_read(global int* out) {
  int i = ITEM;
  int text[5] = {'x', 'y', 0, 'z', 'w'}, digits[8] = {3, 1, 4, 1, 5, 9, 2, 6}, letters[3] = {'z', 'o', 't'};
  int one[4] = {'o', 'n', 'e', 0};
  int r = 42 + (i % 2 ? -18 : 12) + (i % 2 ? -300 : 100) + text[i % 5];
  r += 5000 - 3 - 9 + (i % 3 == 1 ? 42 : 5);
  r += digits[i % 8] + 8 + letters[i % 3] + one[i % 4] + 5;
  r += -1234 + 3;
  r = r * 2 + 10;
  r = r * 2 + 20;
  out[i] = r * 2 + 30;
}

// Written by one kernel, read by another; each test starts from what it writes itself.
global atomic_int visits = ATOMIC_VAR_INIT(0);
global uint board[4096];
kernel void test_written(global uint* out) {
  board[ITEM] = hash(ITEM);
  board[ITEM] ^= 5;
  atomic_fetch_add(&visits, 1);
  out[ITEM] = board[ITEM];
}
kernel void expect_written(global uint* out) { out[ITEM] = hash(ITEM) ^ 5; }

// A function's own static variable and constant.
uint next_constant(uint i) {
  constant static uint list[4] = {10, 20, 30, 40};
  return list[i % 4];
}
kernel void test_function_scope(global uint* out) {
  constant uint local_list[3] = {100, 200, 300};
  const uint copied[5] = {1, 2, 3, 4, 5};
  out[ITEM] = next_constant(ITEM) + local_list[ITEM % 3] + copied[hash(ITEM) % 5];
}
kernel void expect_function_scope(global uint* out) {
  out[ITEM] = (ITEM % 4 + 1) * 10 + (ITEM % 3 + 1) * 100 + hash(ITEM) % 5 + 1;
}
