// SPDX-License-Identifier: Apache-2.0
// Doubles that a function has a path of its own for, or between two rows of its table (§7.5.1).
// needs: cl_khr_fp64
// sizes: 1 17 64
#include "common.h"
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

enum { PLUS, MINUS, ABOVE, BELOW, NONE, OTHER };
int kind(double x) {
  if (isnan(x)) return NONE;
  if (isinf(x)) return signbit(x) ? BELOW : ABOVE;
  return x == 0 ? (signbit(x) ? MINUS : PLUS) : OTHER;
}

constant double halves[16] = {0, 1, 2, 3, 0.5, 1.5, 2.5, 0x1p51 + 0.5, 0x1p51 + 1.5, 0x1p52 + 1, 0x1p53, 0x1p1023, INFINITY, -INFINITY, -1, -0.5};
constant int tangents[16] = {PLUS, MINUS, PLUS, MINUS, ABOVE, BELOW, ABOVE, ABOVE, BELOW, MINUS, PLUS, PLUS, NONE, NONE, PLUS, BELOW};
kernel void test_tanpi(global int* out) { out[ITEM] = kind(tanpi(halves[ITEM % 16])); }
kernel void expect_tanpi(global int* out) { out[ITEM] = tangents[ITEM % 16]; }

constant double numbers[9] = {0, -0.0, INFINITY, -INFINITY, 0x1p-1074, 0x1p-1022, 1, -3, 0x1.fffffffffffffp1023};
constant int exponents[9] = {FP_ILOGB0, FP_ILOGB0, INT_MAX, INT_MAX, -1074, -1022, 0, 1, 1023};
kernel void test_exponent(global int* out) {
  double x = numbers[ITEM % 9], e = logb(x);
  out[ITEM] = ilogb(x) + (isinf(e) ? kind(e) : (int)e);
}
kernel void expect_exponent(global int* out) {
  int e = exponents[ITEM % 9];
  out[ITEM] = e + (e == FP_ILOGB0 ? BELOW : e == INT_MAX ? ABOVE : e);
}
kernel void test_none(global int* out, global const float* in) {
  double x = NAN * in[ITEM];
  out[ITEM] = ilogb(x) == FP_ILOGBNAN && isnan(logb(x)) && isnan(atan(x)) && isnan(tanpi(x)) && isnan(erfc(x)) && isnan(tanh(x));
}
kernel void expect_none(global int* out) { out[ITEM] = 1; }

kernel void test_angle(global int* out) {
  double x = exp2(ITEM * 0.25 - 8) * (ITEM % 3 ? 1 : -1), half_pi = 1.5707963267948966;
  int good = fabs(atan(x) - atan2(x, 1.0)) <= 4e-16 * fabs(x) && kind(atan(copysign(0.0, x))) == (x < 0 ? MINUS : PLUS);
  out[ITEM] = good + (atan(x * INFINITY) == copysign(half_pi, x)) * 2 + (atan(x * 0x1p-1060) == x * 0x1p-1060) * 4 + (atan(x * 0x1p1010) == copysign(half_pi, x)) * 8;
}
kernel void expect_angle(global int* out) { out[ITEM] = 15; }

kernel void test_ends(global int* out) {
  double x = 30 + ITEM;
  out[ITEM] = (erfc(x) == 0) + (erfc(-x) == 2) * 2 + (tanh(x) == 1) * 4 + (tanh(-x) == -1) * 8 + (erfc(x * INFINITY) == 0) * 16 + (tanh(x * INFINITY) == 1) * 32;
}
kernel void expect_ends(global int* out) { out[ITEM] = 63; }
