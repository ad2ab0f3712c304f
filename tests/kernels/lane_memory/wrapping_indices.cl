// SPDX-License-Identifier: Apache-2.0
// Indices of 32 bits that may wrap, and those that do for lanes that are not active.
// per_item: 2
#include "common.h"

kernel void test_before(global uint* out, global const uint* in, uint n) {
  uint i = (size_t)ITEM;
  if (i > 0 && i < n) out[2 * i] = in[i - 1u];
  if (i > 2) out[2u * i + 1u] = in[i - 3u] + in[i + 5u];
}
kernel void expect_before(global uint* out, global const uint* in, uint n) {
  size_t i = (size_t)ITEM;
  if (i > 0 && i < n) out[2 * i] = in[i - 1];
  if (i > 2) out[2 * i + 1] = in[i - 3] + in[i + 5];
}

// Sums that are cut to 32 bits, signed and unsigned, with a large part that cancels out.
kernel void test_cut(global uint* out, global const uint* in, uint n) {
  uint i = (size_t)ITEM;
  uint far = 0xfffffff0u + (n & 0);
  out[2 * i] = in[i + far + 16u];
  int near_end = (int)((size_t)ITEM + 0x7ffffff0ul + (n & 0));
  uint back = (uint)near_end - 0x7ffffff0u;
  out[(size_t)2 * i + 1] = in[back] + in[(int)((size_t)ITEM * 3ul % 0x100000000ul)];
}
kernel void expect_cut(global uint* out, global const uint* in, uint n) {
  size_t i = (size_t)ITEM;
  out[2 * i] = in[i];
  out[2 * i + 1] = in[i] + in[3 * i];
}

// From the end: the first active lane is behind the wrap or before it.
kernel void test_from_middle(global uint* out, global const uint* in, uint n) {
  uint i = (size_t)ITEM, middle = n / 2;
  uint d = i - middle;  // wraps for the first third
  if (d < n) out[2 * i] = in[d];
  if ((int)d < 0) out[2 * i + 1] = in[d + middle];
  if (in[i] % 3 == 0 && d < n) out[2 * i + 1] += in[d * 2u];
}
kernel void expect_from_middle(global uint* out, global const uint* in, uint n) {
  size_t i = (size_t)ITEM, middle = n / 2;
  if (i >= middle) out[2 * i] = in[i - middle];
  if (i < middle) out[2 * i + 1] = in[i];
  if (in[i] % 3 == 0 && i >= middle) out[2 * i + 1] += in[(i - middle) * 2];
}

kernel void test_rows(global uint* out, global const uint* in, uint n) {
  uint x = (size_t)ITEM, sum = 0;
  for (uint y = 0; y < 5; ++y) sum += in[y * 7u + x];
  for (uint y = 3; y-- > 0;)
    if (x + y > 4) sum ^= in[x + y - 5u];
  out[2 * x] = sum;
}
kernel void expect_rows(global uint* out, global const uint* in, uint n) {
  size_t x = (size_t)ITEM;
  uint sum = 0;
  for (size_t y = 0; y < 5; ++y) sum += in[y * 7 + x];
  for (size_t y = 3; y-- > 0;)
    if (x + y > 4) sum ^= in[x + y - 5];
  out[2 * x] = sum;
}

// Lanes leave at different times.
kernel void test_stride(global uint* out, global const uint* in, uint n) {
  uint sum = 0, step = 3 + n / 3;
  for (uint i = (size_t)ITEM; i < 2 * n; i += step) sum = 3 * sum + in[i];
  for (uint i = (size_t)ITEM - 2u; i < n; i += step) sum = 3 * sum + in[i];
  for (int i = (int)(size_t)ITEM - 2; i >= 0; i -= 5) sum = 5 * sum + in[i];
  out[2 * (size_t)ITEM] = sum;
}
kernel void expect_stride(global uint* out, global const uint* in, uint n) {
  uint sum = 0;
  size_t step = 3 + n / 3, id = (size_t)ITEM;
  for (size_t i = id; i < 2 * (size_t)n; i += step) sum = 3 * sum + in[i];
  if (id >= 2)
    for (size_t i = id - 2; i < n; i += step) sum = 3 * sum + in[i];
  for (long i = (long)id - 2; i >= 0; i -= 5) sum = 5 * sum + in[i];
  out[2 * id] = sum;
}

kernel void test_structures(global uint* out, global const uint* in, uint n) {
  uint i = (size_t)ITEM, third = n / 3;
  uint k = (i - third) * 2u;
  if (i >= third) {
    out[2u * i] = in[k] - in[k + 1u];
    out[2u * i + 1u] = in[k + 1u] * in[k];
  }
}
kernel void expect_structures(global uint* out, global const uint* in, uint n) {
  size_t i = (size_t)ITEM, third = n / 3, k = (i - third) * 2;
  if (i >= third) {
    out[2 * i] = in[k] - in[k + 1];
    out[2 * i + 1] = in[k + 1] * in[k];
  }
}

// Signed counters, cut from sums of 64 bits: from the middle of what is read, so that some lanes
// begin below 0; and across the end of their range, where only the lanes behind it read.
kernel void test_signed_stride(global uint* out, global const uint* in, uint n) {
  global const uint* middle = in + n;
  const size_t step = 3 + n / 3;
  uint sum = 0;
  for (int i = (size_t)ITEM - n; i < (int)n; i += step) sum = 3 * sum + middle[i];
  int at = (size_t)ITEM + 0x7ffffffful - n / 2;
  for (uint k = 0; k < 3; ++k) {
    if (at < 0) sum = 5 * sum + in[at + 0x80000000l];
    at += step - 1;
  }
  out[2 * (size_t)ITEM] = sum;
}
kernel void expect_signed_stride(global uint* out, global const uint* in, uint n) {
  uint sum = 0;
  const long step = 3 + n / 3, id = (size_t)ITEM;
  for (long i = id; i < 2 * (long)n; i += step) sum = 3 * sum + in[i];
  for (uint k = 0; k < 3; ++k) {
    long at = id - 1 - n / 2 + k * (step - 1);
    if (at >= 0) sum = 5 * sum + in[at];
  }
  out[2 * id] = sum;
}
