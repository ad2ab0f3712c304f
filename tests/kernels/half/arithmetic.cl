// SPDX-License-Identifier: Apache-2.0
// Arithmetic of half: every operation rounds to half, and to nothing else.
// needs: cl_khr_fp16 cl_khr_fp64
// per_item: 8
#include "half/numbers.h"
#pragma OPENCL FP_CONTRACT OFF

#define A any_half(ITEM * 3)
#define B any_half(ITEM * 3 + 1)
#define C any_half(ITEM * 3 + 2)
#define AT (out + ITEM * 8)

// A double holds sums, products and, well enough, quotients and roots.
kernel void test_operations(global ushort* out) {
  half a = A, b = B;
  AT[0] = bits_of(a + b);
  AT[1] = bits_of(a - b);
  AT[2] = bits_of(a * b);
  AT[3] = bits_of(a / b);
  AT[4] = bits_of(sqrt(fabs(a)));
  AT[5] = bits_of(-a) ^ bits_of(copysign(b, a));
  AT[6] = (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 | !a << 6;
  AT[7] = bits_of(a < b ? a : b) ^ bits_of(fabs(b));
}
kernel void expect_operations(global ushort* out) {
  ushort ab = as_ushort(A), bb = as_ushort(B);
  double a = value_of_bits(ab), b = value_of_bits(bb);
  ushort copied = (bb & 0x7fff) > 0x7c00 ? 0x7e00 : (bb & 0x7fff) | (ab & 0x8000);
  AT[0] = rounded(a + b);
  AT[1] = rounded(a - b);
  AT[2] = rounded(a * b);
  AT[3] = rounded(a / b);
  AT[4] = rounded(sqrt(fabs(a)));
  AT[5] = bits_of(as_half((ushort)(ab ^ 0x8000))) ^ copied;
  AT[6] = (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 | !a << 6;
  AT[7] = bits_of(as_half((ushort)(a < b ? ab : bb))) ^ bits_of(as_half((ushort)(bb & 0x7fff)));
}

// A double is exact wherever the sum is near the middle between two halves.
kernel void test_fma(global ushort* out) {
  half a = near_half(ITEM), b = near_half(ITEM + 1), c = near_half(ITEM + 2);
  half tiny = as_half((ushort)(hash(ITEM) & 0x83ff));
  AT[0] = bits_of(fma(A, B, C));
  AT[1] = bits_of(fma(a, b, c));
  AT[2] = bits_of(fma(a, b, -(a * b)));
  AT[3] = bits_of(fma(tiny, a, c));
  AT[4] = bits_of(fma(tiny, tiny, b));
  AT[5] = bits_of(fma((half)0x1.004p0h, (half)(1 + 0x1p-10), tiny));
  AT[6] = bits_of(fma(-a, b, tiny));
  AT[7] = bits_of(fma(a, (half)0.5h, c * 1024));
}
ushort sum(double a, double b, double c) {
  return rounded(a * b + c);
}
kernel void expect_fma(global ushort* out) {
  half ah = near_half(ITEM), bh = near_half(ITEM + 1), ch = near_half(ITEM + 2);
  double a = exact(ah), b = exact(bh), c = exact(ch);
  double tiny = value_of_bits((ushort)(hash(ITEM) & 0x83ff));
  AT[0] = sum(exact(A), exact(B), exact(C));
  AT[1] = sum(a, b, c);
  AT[2] = sum(a, b, -value_of_bits(rounded(a * b)));
  AT[3] = sum(tiny, a, c);
  AT[4] = sum(tiny, tiny, b);
  AT[5] = sum(1 + 0x1p-10, 1 + 0x1p-10, tiny);
  AT[6] = sum(-a, b, tiny);
  AT[7] = sum(a, 0.5, value_of_bits(rounded(c * 1024)));
}

// Each step of a chain rounds.
kernel void test_chain(global ushort* out) {
  half a = near_half(ITEM), b = near_half(ITEM * 2 + 1), total = 0;
  for (uint i = 0; i < 2 + ITEM % 5; ++i) {
    half term = a * b + near_half(i);
    total = -total + fabs(term) * a;
    b = fmin(b - term, (half)17.3h);
    if (b < total) total = total / (half)3;
  }
  half4 v = (half4)(a, b, total, 2.5h);
  half3 w = v.yzx * v.xyw - (half)1;
  AT[0] = bits_of(total);
  AT[1] = bits_of(b);
  AT[2] = bits_of(w.x);
  AT[3] = bits_of(w.y);
  AT[4] = bits_of(w.z);
  v += a;
  v.lo *= v.hi;
  AT[5] = bits_of(v.x);
  AT[6] = bits_of(v.y);
  total++;
  AT[7] = bits_of(total);
}
#define R(X) value_of_bits(rounded(X))
kernel void expect_chain(global ushort* out) {
  double a = exact(near_half(ITEM)), b = exact(near_half(ITEM * 2 + 1)), total = 0;
  double limit = R(17.3);
  for (uint i = 0; i < 2 + ITEM % 5; ++i) {
    double term = R(R(a * b) + exact(near_half(i)));
    total = R(-total + R(fabs(term) * a));
    b = R(b - term);
    if (limit < b) b = limit;
    if (b < total) total = R(total / 3);
  }
  AT[0] = rounded(total);
  AT[1] = rounded(b);
  AT[2] = rounded(R(b * a) - 1);
  AT[3] = rounded(R(total * b) - 1);
  AT[4] = rounded(R(a * 2.5) - 1);
  AT[5] = rounded(R(a + a) * R(total + a));
  AT[6] = rounded(R(b + a) * R(2.5 + a));
  AT[7] = rounded(total + 1);
}

// What steps round to is not what their sum rounds to: with FP_CONTRACT, either is right.
kernel void test_contracted(global ushort* out) {
#pragma OPENCL FP_CONTRACT ON
  half a = near_half(ITEM), b = near_half(ITEM + 1), c = near_half(ITEM + 2);
  double x = exact(a), y = exact(b), z = exact(c);
  ushort once = rounded(x * y + z), twice = rounded(R(x * y) + z);
  ushort result = bits_of(a * b + c), mixed = bits_of(mad(a, b, c));
  int from = as_short(result), to = as_short(once), two = as_short(twice);
  // Rounded to float in between, or not at all.
  AT[0] = abs(from - to) <= 1 || abs(from - two) <= 1;
  AT[1] = abs(as_short(mixed) - to) <= 1 || abs(as_short(mixed) - two) <= 1;
}
kernel void expect_contracted(global ushort* out) {
  AT[0] = 1;
  AT[1] = 1;
}

// Through memory of every kind, with three and sixteen elements.
kernel void test_memory(global ushort* out, local half* shared) {
  global half* at = (global half*)AT;
  half rows[8];
  for (int i = 0; i < 8; ++i) rows[i] = near_half(ITEM + i);
  shared[LID * 8 + 3] = rows[ITEM & 7];
  barrier(CLK_LOCAL_MEM_FENCE);
  half other = shared[(LID + 1) % SIZE * 8 + 3];
  half8 all = vload8(0, rows);
  half3 three = vload3(1, rows);
  vstore8(all.s76543210, 0, at);
  vstore3(three + other, 0, at + 1);
  at[7] = other;
}
kernel void expect_memory(global ushort* out, local half* shared) {
  uint next = peer(1);
  ushort other = as_ushort(near_half(next + (next & 7)));
  for (int i = 0; i < 8; ++i) AT[i] = as_ushort(near_half(ITEM + 7 - i));
  for (int i = 0; i < 3; ++i) AT[1 + i] = rounded(exact(near_half(ITEM + 3 + i)) + value_of_bits(other));
  AT[7] = other;
}
