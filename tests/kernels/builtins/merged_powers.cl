// SPDX-License-Identifier: Apache-2.0
// Powers whose calls are merged where there is no fused multiplication. Infinities and NaNs are rare in them all the same.
// needs: cl_khr_fp64
// sizes: 1 7 16 33
#include "common.h"
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

double number(uint item) {
  uint kind = item % 6;
  return kind == 0 ? NAN : kind == 1 ? INFINITY : kind == 2 ? 0.0 : kind == 3 ? -INFINITY : kind == 4 ? 0x1p-1060 : item;
}
// Is it the right number to 8 ULP, or the same infinity, or a NaN where there must be one?
int is(double found, double right) {
  return isfinite(right) ? fabs(found - right) <= 0x1p-49 * right : isnan(right) ? isnan(found) : found == right;
}

kernel void test_roots(global int* out) {
  double x = number(ITEM);
  double r0 = pow(x, 0.25), r1 = pow(x + 1, 0.25), r2 = pow(x + 2, 0.25), r3 = pow(x + 3, 0.25), r4 = pow(x + 4, 0.25), r5 = pow(x + 5, 0.25);
  x = x == -INFINITY ? INFINITY : x;
  int right = is(r0, sqrt(sqrt(x))) | is(r1, sqrt(sqrt(x + 1))) << 1 | is(r2, sqrt(sqrt(x + 2))) << 2;
  out[ITEM] = right | is(r3, sqrt(sqrt(x + 3))) << 3 | is(r4, sqrt(sqrt(x + 4))) << 4 | is(r5, sqrt(sqrt(x + 5))) << 5;
}
kernel void expect_roots(global int* out) {
  out[ITEM] = 63;
}

kernel void test_others(global int* out) {
  double x = number(ITEM);
  x = x == -INFINITY ? 3.0 : x;
  double y = x + 1, z = x + 2;
  double r0 = powr(x, 0.25), r1 = powr(y, 0.25), r2 = powr(z, 0.25), r3 = rootn(x, 4), r4 = rootn(y, 4), r5 = rootn(z, 4);
  double r6 = pown(x, 3), r7 = pown(y, 3), r8 = pown(z, 3);
  int right = is(r0, sqrt(sqrt(x))) | is(r1, sqrt(sqrt(y))) << 1 | is(r2, sqrt(sqrt(z))) << 2;
  right |= is(r3, sqrt(sqrt(x))) << 3 | is(r4, sqrt(sqrt(y))) << 4 | is(r5, sqrt(sqrt(z))) << 5;
  out[ITEM] = right | is(r6, x * x * x) << 6 | is(r7, y * y * y) << 7 | is(r8, z * z * z) << 8;
}
kernel void expect_others(global int* out) {
  out[ITEM] = 511;
}
