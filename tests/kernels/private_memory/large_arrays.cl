// SPDX-License-Identifier: Apache-2.0
// Private arrays of more than 256 bytes that are cleared or copied at once: elements of each size, parts of them, in
// conditions, beside accesses that lanes differ in.
// sizes: 1 2 7 16 17 64 67 128
// needs: cl_khr_fp64
#include "common.h"

constant float weights[100] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, [60] = 7, [98] = 3, 4};
constant ushort shorts[301] = {1, 2, 3, [150] = 77, [299] = 9, 10};

// A histogram; what is counted is summed with weights, so that order and places both matter.
#define HISTOGRAM(NAME, T, BINS)                                                        \
  kernel void test_##NAME(global ulong* out, global const uint* in) {                   \
    T bins[BINS] = {0};                                                                 \
    ulong sum = 0;                                                                      \
    for (uint i = 0; i < 12; ++i) bins[in[ITEM * 4 + i] % (BINS)] += (T)(i + 1);        \
    for (uint i = 0; i < (BINS); ++i) sum = sum * 31 + (ulong)bins[i];                  \
    out[ITEM] = sum;                                                                    \
  }                                                                                     \
  kernel void expect_##NAME(global ulong* out, global const uint* in) {                 \
    ulong sum = 0;                                                                      \
    for (uint bin = 0; bin < (BINS); ++bin) {                                           \
      T count = 0;                                                                      \
      for (uint i = 0; i < 12; ++i)                                                     \
        if (in[ITEM * 4 + i] % (BINS) == bin) count += (T)(i + 1);                      \
      sum = sum * 31 + (ulong)count;                                                    \
    }                                                                                   \
    out[ITEM] = sum;                                                                    \
  }
HISTOGRAM(chars, uchar, 301)
HISTOGRAM(shorts, ushort, 259)
HISTOGRAM(ints, uint, 256)
HISTOGRAM(floats, float, 77)
HISTOGRAM(longs, ulong, 100)
HISTOGRAM(doubles, double, 65)

// Copied from a table, then changed by each work-item at a place of its own.
kernel void test_table(global ulong* out, global const uint* in) {
  float a[100];
  ushort b[301];
  for (uint i = 0; i < 100; ++i) a[i] = weights[i];
  for (uint i = 0; i < 301; ++i) b[i] = shorts[i];
  a[in[ITEM] % 100] += 5;
  b[in[ITEM] % 301] ^= 0x55;
  float sum = 0;
  uint bits = 0;
  for (uint i = 0; i < 100; ++i) sum = sum * 0.5f + a[i];
  for (uint i = 0; i < 301; ++i) bits = bits * 33 + b[i];
  out[ITEM] = as_uint(sum) | (ulong)bits << 32;
}
kernel void expect_table(global ulong* out, global const uint* in) {
  float sum = 0;
  uint bits = 0;
  for (uint i = 0; i < 100; ++i) sum = sum * 0.5f + (weights[i] + (i == in[ITEM] % 100 ? 5 : 0));
  for (uint i = 0; i < 301; ++i) bits = bits * 33 + (shorts[i] ^ (i == in[ITEM] % 301 ? 0x55 : 0));
  out[ITEM] = as_uint(sum) | (ulong)bits << 32;
}

// Some work-items clear a part of it again, in a loop that they leave at different times.
kernel void test_parts(global ulong* out, global const uint* in) {
  int a[200];
  for (int i = 0; i < 200; ++i) a[i] = i * 3;
  for (uint iteration = 0; iteration < in[ITEM] % 3; ++iteration) {
    for (int i = 0; i < 90; ++i) a[iteration * 50 + i] = 0;
    a[in[ITEM + iteration] % 200] = 1000 + iteration;
  }
  ulong sum = 0;
  for (int i = 0; i < 200; ++i) sum = sum * 7 + a[i];
  out[ITEM] = sum;
}
kernel void expect_parts(global ulong* out, global const uint* in) {
  ulong sum = 0;
  for (int i = 0; i < 200; ++i) {
    int a = i * 3;
    for (uint iteration = 0; iteration < in[ITEM] % 3; ++iteration) {
      if (i >= iteration * 50 && i < iteration * 50 + 90) a = 0;
      if (i == in[ITEM + iteration] % 200) a = 1000 + iteration;
    }
    sum = sum * 7 + a;
  }
  out[ITEM] = sum;
}

// Structures, which are larger than their elements.
typedef struct {
  int number;
  double value;
  uchar bytes[8];
} part;
kernel void test_structures(global ulong* out, global const uint* in) {
  part parts[20] = {{0}};
  part copy[20];
  for (uint i = 0; i < 8; ++i) {
    parts[in[ITEM + i] % 20].number += i;
    parts[in[ITEM + i] % 20].value += 2;
    parts[in[ITEM + i] % 20].bytes[i] = 9;
  }
  for (uint i = 0; i < 20; ++i) copy[i] = parts[i];
  copy[in[ITEM] % 20].number = 7;
  ulong sum = 0;
  for (uint i = 0; i < 20; ++i) sum = sum * 31 + copy[i].number * 3 + (ulong)copy[i].value + copy[i].bytes[i % 8];
  out[ITEM] = sum;
}
kernel void expect_structures(global ulong* out, global const uint* in) {
  ulong sum = 0;
  for (uint i = 0; i < 20; ++i) {
    int number = 0, byte = 0;
    ulong value = 0;
    for (uint k = 0; k < 8; ++k) {
      if (in[ITEM + k] % 20 != i) continue;
      number += k;
      value += 2;
      if (k == i % 8) byte = 9;
    }
    if (in[ITEM] % 20 == i) number = 7;
    sum = sum * 31 + number * 3 + value + byte;
  }
  out[ITEM] = sum;
}
