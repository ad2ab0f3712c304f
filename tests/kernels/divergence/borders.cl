// SPDX-License-Identifier: Apache-2.0
// Filters with borders: what lies outside is mirrored or skipped, rows are gone along by pointers, in groups of one row.
#include "common.h"

// Inside, work-items lie side by side; outside, each is mirrored.
kernel void test_mirrored(global uint* out, global const uint* in, uint n) {
  int x = (int)ITEM - 3, w = (int)n - 6;
  uint sum = 0;
  for (int y = 0; y < 3; ++y) {
    int at;
    if (x >= 0 && x < w) {
      at = y + x;
    } else {
      int c = x;
      do c = c < 0 ? -c - 1 : 2 * max(w, 1) - 1 - c;
      while (c < 0 || c >= max(w, 1));
      at = y + c;
    }
    sum = sum * 3 + in[at];
  }
  out[ITEM] = sum;
}
kernel void expect_mirrored(global uint* out, global const uint* in, uint n) {
  int x = (int)ITEM - 3, w = (int)n - 6;
  int c = x;
  if (x < 0 || x >= w)
    while (c < 0 || c >= max(w, 1)) c = c < 0 ? -c - 1 : 2 * max(w, 1) - 1 - c;
  out[ITEM] = (in[c] * 3 + in[c + 1]) * 3 + in[c + 2];
}

// The row's pointer is moved round a loop; the first and the last of a row do nothing.
kernel void test_row_pointer(global uint* out, global const uint* in, uint n) {
  int x = (int)(ITEM % 32) - 1, at = mad24((int)(ITEM / 32), 128, x * 4);
  uint sum = 7;
  if (x >= 0 && x < 30) {
    global const uchar* row = (global const uchar*)in + at;
    for (uint y = 0; y < 2 + n % 3; ++y, row += 128) sum = sum * 5 + *(global const uint*)row;
  }
  out[ITEM] = sum;
}
kernel void expect_row_pointer(global uint* out, global const uint* in, uint n) {
  int x = (int)(ITEM % 32) - 1;
  uint sum = 7;
  for (uint y = 0; y < 2 + n % 3; ++y)
    if (x >= 0 && x < 30) sum = sum * 5 + in[ITEM - 1 + 32 * y];
  out[ITEM] = sum;
}

// The same from unsigned numbers: that of an inactive work-item in front of the others has wrapped.
kernel void test_wrapped_row_pointer(global uint* out, global const uint* in, uint n) {
  uint x = ITEM - 1, sum = 7, at = x * 4;
  if (x < n - 2) {
    global const uchar* row = (global const uchar*)in + at;
    for (uint y = 0; y < 2 + hash(n) % 3; ++y, row += 128) sum = sum * 5 + *(global const uint*)row;
  }
  out[ITEM] = sum;
}
kernel void expect_wrapped_row_pointer(global uint* out, global const uint* in, uint n) {
  uint sum = 7;
  for (uint y = 0; y < 2 + hash(n) % 3; ++y)
    if (ITEM >= 1 && ITEM - 1 < n - 2) sum = sum * 5 + in[ITEM - 1 + 32 * y];
  out[ITEM] = sum;
}

// Each work-item leaves the loop in an iteration of its own; the pointer is used behind it.
kernel void test_row_search(global uint* out, global const uint* in, uint n) {
  int at = mad24((int)ITEM, 4, 0);
  global const uchar* row = (global const uchar*)in + at;
  uint iterations = 0;
  while (iterations < 9 && *(global const uint*)row % 4 != 0) {
    row += 64;
    ++iterations;
  }
  out[ITEM] = *(global const uint*)row + iterations;
}
kernel void expect_row_search(global uint* out, global const uint* in, uint n) {
  uint iterations = 0;
  while (iterations < 9 && in[ITEM + 16 * iterations] % 4 != 0) ++iterations;
  out[ITEM] = in[ITEM + 16 * iterations] + iterations;
}
