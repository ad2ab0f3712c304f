// SPDX-License-Identifier: Apache-2.0
// Elements of private arrays that are loaded, changed and stored, at places that differ between work-items.
// per_item: 8
#include "common.h"

uint word(uint item, uint i) {
  return hash(item * 64 + i);
}

kernel void test_count(global uint* out) {
  uint bins[8];
  for (uint b = 0; b < 8; ++b) bins[b] = b;
  for (uint k = 0; k < 40; ++k) ++bins[word(ITEM, k) % 8];
  for (uint b = 0; b < 8; ++b) out[ITEM * 8 + b] = bins[b];
}
kernel void expect_count(global uint* out) {
  for (uint b = 0; b < 8; ++b) {
    uint count = b;
    for (uint k = 0; k < 40; ++k) count += word(ITEM, k) % 8 == b;
    out[ITEM * 8 + b] = count;
  }
}

// Not by all work-items, nor in all iterations.
kernel void test_some(global uint* out) {
  uint bins[8];
  for (uint b = 0; b < 8; ++b) bins[b] = 0;
  for (uint k = 0; k < word(ITEM, 63) % 40; ++k) {
    uint value = word(ITEM, k);
    if (value & 64) bins[value % 8] += value >> 8;
    if (value & 128) bins[value / 8 % 8] ^= k + 1;
  }
  for (uint b = 0; b < 8; ++b) out[ITEM * 8 + b] = bins[b];
}
kernel void expect_some(global uint* out) {
  for (uint b = 0; b < 8; ++b) {
    uint result = 0;
    for (uint k = 0; k < word(ITEM, 63) % 40; ++k) {
      uint value = word(ITEM, k);
      if ((value & 64) && value % 8 == b) result += value >> 8;
      if ((value & 128) && value / 8 % 8 == b) result ^= k + 1;
    }
    out[ITEM * 8 + b] = result;
  }
}

// Bytes that wrap, numbers that are taken from others, the same array twice in an iteration.
kernel void test_bytes(global uint* out) {
  uchar low[8];
  short high[8];
  for (uint b = 0; b < 8; ++b) {
    low[b] = b * 30;
    high[b] = b;
  }
  for (uint k = 0; k < 40; ++k) {
    uint value = word(ITEM, k);
    low[value % 8] += value >> 16;
    high[value / 8 % 8] = k - high[value / 8 % 8];
    low[value / 64 % 8] *= 3;
  }
  for (uint b = 0; b < 8; ++b) out[ITEM * 8 + b] = low[b] + high[b] * 256;
}
kernel void expect_bytes(global uint* out) {
  for (uint b = 0; b < 8; ++b) {
    uchar low = b * 30;
    short high = b;
    for (uint k = 0; k < 40; ++k) {
      uint value = word(ITEM, k);
      if (value % 8 == b) low += value >> 16;
      if (value / 8 % 8 == b) high = k - high;
      if (value / 64 % 8 == b) low *= 3;
    }
    out[ITEM * 8 + b] = low + high * 256;
  }
}

// Small numbers, which floats hold; what is added is a product in one of both.
kernel void test_sums(global uint* out) {
  float sums[8], products[8];
  for (uint b = 0; b < 8; ++b) sums[b] = products[b] = b;
  for (uint k = 0; k < 40; ++k) {
    uint value = word(ITEM, k);
    sums[value % 8] += (float)(value >> 24);
    products[value / 8 % 8] -= (float)(value >> 25) * (float)k;
  }
  for (uint b = 0; b < 8; ++b) out[ITEM * 8 + b] = (int)sums[b] + 3 * (int)products[b];
}
kernel void expect_sums(global uint* out) {
  for (uint b = 0; b < 8; ++b) {
    int sum = b, product = b;
    for (uint k = 0; k < 40; ++k) {
      uint value = word(ITEM, k);
      if (value % 8 == b) sum += value >> 24;
      if (value / 8 % 8 == b) product -= (value >> 25) * k;
    }
    out[ITEM * 8 + b] = sum + 3 * product;
  }
}

// Words that are also accessed by bytes: each work-item's array lies for itself.
kernel void test_mixed(global uint* out) {
  uint words[8];
  for (uint b = 0; b < 8; ++b) words[b] = b;
  for (uint k = 0; k < 40; ++k) {
    uint value = word(ITEM, k);
    words[value % 8] += value;
    ((uchar*)words)[value / 8 % 32] ^= k;
  }
  for (uint b = 0; b < 8; ++b) out[ITEM * 8 + b] = words[b];
}
kernel void expect_mixed(global uint* out) {
  for (uint b = 0; b < 8; ++b) {
    uint result = b;
    for (uint k = 0; k < 40; ++k) {
      uint value = word(ITEM, k), place = value / 8 % 32;
      if (value % 8 == b) result += value;
      if (place / 4 == b) result ^= k << place % 4 * 8;
    }
    out[ITEM * 8 + b] = result;
  }
}

// Only some work-items update, at a place of their own.
kernel void test_masked(global uint* out) {
  uint cells[64];
  for (uint c = 0; c < 64; ++c) cells[c] = c;
  for (uint g = 0; g < 48; ++g) {
    uint key = word(ITEM, g);
    if (key & 1) cells[key & 63] += g;
  }
  for (uint b = 0; b < 8; ++b) {
    uint sum = 0;
    for (uint c = 0; c < 8; ++c) sum = sum * 3 + cells[b * 8 + c];
    out[ITEM * 8 + b] = sum;
  }
}
kernel void expect_masked(global uint* out) {
  for (uint b = 0; b < 8; ++b) {
    uint sum = 0;
    for (uint c = 0; c < 8; ++c) {
      uint cell = b * 8 + c;
      for (uint g = 0; g < 48; ++g)
        if ((word(ITEM, g) & 1) && (word(ITEM, g) & 63) == b * 8 + c) cell += g;
      sum = sum * 3 + cell;
    }
    out[ITEM * 8 + b] = sum;
  }
}
