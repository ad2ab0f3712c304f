// SPDX-License-Identifier: Apache-2.0
// cl_khr_integer_dot_product, each function against its definition.
// per_item: 20
// needs: cl_khr_integer_dot_product
#include "common.h"

// Bytes at the ends of their range are frequent.
uint bytes_of(uint seed) {
  uint random = hash(seed), kinds = hash(seed + 1000003), result = 0;
  for (uint i = 0; i < 4; ++i) {
    const uint kind = kinds >> 4 * i & 15;
    const uint byte = kind == 0 ? 0x80 : kind == 1 ? 0x7f : kind == 2 ? 0xff : kind == 3 ? 0 : random >> 8 * i & 0xff;
    result |= byte << 8 * i;
  }
  return result;
}
uint start_of(uint seed) {
  const uint random = hash(seed + 7);
  return random % 5 == 0 ? 0x7fffffff - (random >> 18) : random % 5 == 1 ? 0x80000000 + (random >> 18)
         : random % 5 == 2 ? 0xffffffff - (random >> 18) : random;
}

kernel void test_functions(global uint* out) {
  const uint a = bytes_of(ITEM * 3), b = bytes_of(ITEM * 3 + 1), c = start_of(ITEM);
  global uint* at = out + ITEM * 20;
  at[0] = dot_4x8packed_uu_uint(a, b);
  at[1] = dot_4x8packed_ss_int(a, b);
  at[2] = dot_4x8packed_us_int(a, b);
  at[3] = dot_4x8packed_su_int(a, b);
  at[4] = dot_acc_sat_4x8packed_uu_uint(a, b, c);
  at[5] = dot_acc_sat_4x8packed_ss_int(a, b, (int)c);
  at[6] = dot_acc_sat_4x8packed_us_int(a, b, (int)c);
  at[7] = dot_acc_sat_4x8packed_su_int(a, b, (int)c);
  at[8] = dot(as_uchar4(a), as_uchar4(b));
  at[9] = dot(as_char4(a), as_char4(b));
  at[10] = dot(as_uchar4(a), as_char4(b));
  at[11] = dot(as_char4(a), as_uchar4(b));
  at[12] = dot_acc_sat(as_uchar4(a), as_uchar4(b), c);
  at[13] = dot_acc_sat(as_char4(a), as_char4(b), (int)c);
  at[14] = dot_acc_sat(as_uchar4(a), as_char4(b), (int)c);
  at[15] = dot_acc_sat(as_char4(a), as_uchar4(b), (int)c);
  at[16] = c + dot_4x8packed_uu_uint(a, b);
  at[17] = dot_4x8packed_ss_int(a, b) + c;
  at[18] = c + dot_4x8packed_us_int(a, 0x807f0180u);
  at[19] = c + dot_4x8packed_ss_int(0x807f0180u, b);
}

long byte_of(uint a, uint i, bool is_signed) {
  const long byte = a >> 8 * i & 0xff;
  return is_signed && byte > 127 ? byte - 256 : byte;
}
long sum_of(uint a, uint b, bool a_is_signed, bool b_is_signed) {
  long sum = 0;
  for (uint i = 0; i < 4; ++i) sum += byte_of(a, i, a_is_signed) * byte_of(b, i, b_is_signed);
  return sum;
}
kernel void expect_functions(global uint* out) {
  const uint a = bytes_of(ITEM * 3), b = bytes_of(ITEM * 3 + 1), c = start_of(ITEM);
  global uint* at = out + ITEM * 20;
  const long sums[4] = {sum_of(a, b, false, false), sum_of(a, b, true, true), sum_of(a, b, false, true), sum_of(a, b, true, false)};
  for (int i = 0; i < 4; ++i) {
    const long whole = sums[i] + (i == 0 ? (long)c : (long)(int)c);
    const long low = i == 0 ? 0L : (long)INT_MIN, high = i == 0 ? (long)UINT_MAX : (long)INT_MAX;
    at[i] = at[i + 8] = (uint)sums[i];
    at[i + 4] = at[i + 12] = (uint)(whole < low ? low : whole > high ? high : whole);
  }
  at[16] = c + (uint)sums[0];
  at[17] = c + (uint)sums[1];
  at[18] = c + (uint)sum_of(a, 0x807f0180u, false, true);
  at[19] = c + (uint)sum_of(0x807f0180u, b, true, true);
}

// In loops: a row that a work-item shares with others by columns of its own; and all the same.
kernel void test_rows(global int* out, global const uint* in_a, global const uint* in_b) {
  int sums[6] = {0}, first = 0;
  uint unsigned_sum = 0;
  for (uint k = 0; k < 9; ++k) {
    const uint b = in_b[ITEM + k];
    for (uint i = 0; i < 6; ++i) sums[i] += dot_4x8packed_ss_int(in_a[9 * i + k], b);
    first = dot_acc_sat(as_char4(b), as_uchar4(in_a[k]), first);
    unsigned_sum += dot(as_uchar4(in_a[k]), as_uchar4(b));
  }
  global int* at = out + ITEM * 20;
  for (uint i = 0; i < 6; ++i) at[i] = sums[i];
  at[6] = first;
  at[7] = unsigned_sum;
  at[8] = dot_4x8packed_us_int(in_a[3], in_a[4]);
  for (int i = 9; i < 20; ++i) at[i] = 0;
}
kernel void expect_rows(global int* out, global const uint* in_a, global const uint* in_b) {
  global int* at = out + ITEM * 20;
  for (int i = 0; i < 20; ++i) at[i] = 0;
  for (uint k = 0; k < 9; ++k) {
    const uint b = in_b[ITEM + k];
    for (uint i = 0; i < 6; ++i) at[i] += sum_of(in_a[9 * i + k], b, true, true);
    at[6] += sum_of(b, in_a[k], true, false);
    at[7] += sum_of(in_a[k], b, false, false);
  }
  at[8] = sum_of(in_a[3], in_a[4], false, true);
}
