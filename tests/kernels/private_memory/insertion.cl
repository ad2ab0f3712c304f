// SPDX-License-Identifier: Apache-2.0
// Insertions into private arrays: loops that work-items leave at different places, each of which they write.
// per_item: 8
#include "common.h"

uint word(uint item, uint i) {
  return hash(item * 8 + i) % 23;
}

kernel void test_sort(global uint* out) {
  uint sorted[8];
  for (int k = 0; k < 8; ++k) {
    uint value = word(ITEM, k);
    int at = k;
    while (at > 0 && sorted[at - 1] > value) {
      sorted[at] = sorted[at - 1];
      --at;
    }
    sorted[at] = value;
  }
  for (int k = 0; k < 8; ++k) out[ITEM * 8 + k] = sorted[k];
}
kernel void expect_sort(global uint* out) {
  for (int k = 0; k < 8; ++k) {
    uint place = 0;
    for (int j = 0; j < 8; ++j) place += word(ITEM, j) < word(ITEM, k) || (word(ITEM, j) == word(ITEM, k) && j < k);
    out[ITEM * 8 + place] = word(ITEM, k);
  }
}

// With the index one below, and what is behind the loop used once more.
kernel void test_below(global uint* out) {
  uint sorted[8];
  uint moves = 0;
  for (int k = 0; k < 8; ++k) {
    uint value = word(ITEM, k);
    int j = k - 1;
    for (; j >= 0 && sorted[j] > value; --j) sorted[j + 1] = sorted[j];
    sorted[j + 1] = value;
    moves += (uint)(k - 1 - j) << k;
  }
  for (int k = 0; k < 8; ++k) out[ITEM * 8 + k] = sorted[k] + moves * 32;
}
kernel void expect_below(global uint* out) {
  uint moves = 0;
  for (int k = 0; k < 8; ++k) {
    for (int j = 0; j < k; ++j) moves += (uint)(word(ITEM, j) > word(ITEM, k)) << k;
  }
  for (int k = 0; k < 8; ++k) {
    uint place = 0;
    for (int j = 0; j < 8; ++j) place += word(ITEM, j) < word(ITEM, k) || (word(ITEM, j) == word(ITEM, k) && j < k);
    out[ITEM * 8 + place] = word(ITEM, k) + moves * 32;
  }
}

// The four nearest of many: a key and a value for each, work-items that have nothing to insert.
kernel void test_nearest(global uint* out) {
  uint keys[4], values[4];
  for (int i = 0; i < 4; ++i) keys[i] = 1000, values[i] = 0;
  for (uint k = 0; k < 8; ++k) {
    uint key = word(ITEM, k);
    if (key >= keys[3] || (ITEM + k) % 5 == 0) continue;
    int at = 3;
    while (at > 0 && keys[at - 1] > key) {
      keys[at] = keys[at - 1];
      values[at] = values[at - 1];
      --at;
    }
    keys[at] = key;
    values[at] = k;
  }
  for (int i = 0; i < 4; ++i) out[ITEM * 8 + i] = keys[i], out[ITEM * 8 + 4 + i] = values[i];
}
kernel void expect_nearest(global uint* out) {
  for (int i = 0; i < 4; ++i) out[ITEM * 8 + i] = 1000, out[ITEM * 8 + 4 + i] = 0;
  for (uint k = 0; k < 8; ++k) {
    if ((ITEM + k) % 5 == 0) continue;
    uint place = 0;
    for (uint j = 0; j < 8; ++j) {
      bool before = word(ITEM, j) < word(ITEM, k) || (word(ITEM, j) == word(ITEM, k) && j < k);
      place += before && (ITEM + j) % 5 != 0;
    }
    if (place < 4) out[ITEM * 8 + place] = word(ITEM, k), out[ITEM * 8 + 4 + place] = k;
  }
}

// A byte is an index that counts up to 255: nothing may take it for a negative one.
kernel void test_bytes(global uint* out) {
  uint row[256];
  for (int i = 0; i < 256; ++i) row[i] = i < 250 ? i : 0;
  uchar at = 200;
  uint stop = 201 + word(ITEM, 0);
  while (row[at] != stop && row[at] != 249) {
    row[at] = stop;
    ++at;
  }
  row[at] = 7 + at;
  for (int i = 0; i < 8; ++i) out[ITEM * 8 + i] = row[200 + i * 7] + row[i];
}
kernel void expect_bytes(global uint* out) {
  uint stop = 201 + word(ITEM, 0);
  for (uint i = 0; i < 8; ++i) {
    uint place = 200 + i * 7, value = place < 250 ? place : 0;
    value = place < stop ? stop : place == stop ? 7 + stop : value;
    out[ITEM * 8 + i] = value + i;
  }
}
