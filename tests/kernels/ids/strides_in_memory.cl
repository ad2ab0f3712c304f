// SPDX-License-Identifier: Apache-2.0
// Sizes and strides in a buffer or a structure: of 1 in one dimension, of 2 and 3 in the others.
// dims: 1 2 3
// sizes: 1..17 33 64
// per_item: 4
// arg layout: i64 1 i64 3 i32 1 i32 2
// arg other: i64 2 i64 1 i32 -1 i32 5
#include "common.h"

struct layout {
  long a, b;
  int c, d;
};

uint number(global const ulong* nd) {
  return (uint)((get_global_id(2) - get_global_offset(2)) * nd[1] + get_global_id(1) - get_global_offset(1)) * (uint)nd[0] +
         (uint)(get_global_id(0) - get_global_offset(0));
}
#define NUMBER number(nd)

// nd[9] is the number of dimensions.
kernel void KERNEL(buffer)(global uint* out, global const uint* in, global const ulong* nd) {
  uint i = NUMBER;
  out[i * nd[9]] = in[i * nd[9]] * 3;
}
kernel void KERNEL(rows)(global uint* out, global const uint* in, global const long* nd) {
  long i = NUMBER, width = nd[9] + 6, row = i / width, column = i % width;
  out[i] = in[(row * width + column) * nd[9]] + in[row * nd[0] % 64 + column * nd[9]];
}
kernel void KERNEL(guarded)(global uint* out, global const uint* in, global const ulong* nd, uint n) {
  uint i = NUMBER;
  if (i + 3 < n) out[i * nd[9]] = in[i * nd[9] + 1] + (uint)nd[9];
}
kernel void KERNEL(loop)(global uint* out, global const uint* in, global const ulong* nd) {
  uint i = NUMBER, sum = 0;
  for (uint k = 0; k < 5; ++k) sum = sum * 3 + in[i * (uint)nd[9] + k * 4];
  out[i] = sum;
}
// What is stored may be read as the next stride.
kernel void KERNEL(written)(global uint* out, global const uint* in, global const ulong* nd, global ulong* tmp) {
  uint i = NUMBER;
  tmp[nd[9] - 1] = 1;
  out[i] = in[i * tmp[0]] + in[i * nd[9] + 1];
}
kernel void KERNEL(structure)(global uint* out, global const uint* in, global const ulong* nd, struct layout layout) {
  long i = NUMBER;
  out[i * layout.a] = in[i * layout.c] + in[i * layout.b % 64];
}
kernel void KERNEL(mixed)(global uint* out, global const uint* in, global const ulong* nd, struct layout other) {
  int i = NUMBER;
  out[i * (int)other.a] = in[i * (int)other.b] + in[256 - i % 64 * -other.c];
}
kernel void KERNEL(ways)(global uint* out, global const uint* in, global const ulong* nd, struct layout layout) {
  uint i = NUMBER;
  uint x = in[i * layout.c];
  switch (x & 3) {
    case 0:
      x += in[i * (uint)nd[9]];
      break;
    case 1:
    case 2:
      out[i * layout.a] = x;
      return;
  }
  out[i * layout.a] = x * 5;
}
// An array of its own.
kernel void KERNEL(array)(global uint* out, global const uint* in, global const ulong* nd, struct layout layout) {
  uint i = NUMBER, own[8];
  for (uint k = 0; k < 8; ++k) own[k] = in[i * layout.c + k];
  out[i * layout.a] = own[in[i] & 7] + own[in[i + 1] & 7];
}
