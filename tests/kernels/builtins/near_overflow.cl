// SPDX-License-Identifier: Apache-2.0
// Among the last arguments for which sinh and cosh are finite: no product on the way may be infinite where the sum is not, with FMA
// or without. What is expected was computed with mpmath, with 200 bits; §7.4 allows four ULPs.
// sizes: 1 8 17
// per_item: 2
// ulps: 4
// needs: cl_khr_fp64
#include "common.h"

constant float singles[4] = {0x1.63p+6f, 0x1.64p+6f, 0x1.65999ap+6f, 0x1.65a9e2p+6f};
constant float single_results[4] = {0x1.070c68p+127f, 0x1.51c2ccp+127f, 0x1.f7e18p+127f, 0x1.fff4d8p+127f};
constant double doubles[4] = {0x1.62f3333333333p+9, 0x1.631999999999ap+9, 0x1.633c28f5c28f6p+9, 0x1.633ce703afb7fp+9};
constant double double_results[4] = {0x1.1fdb71f9335bap+1023, 0x1.84910bde1ee21p+1023, 0x1.fd02278f9df9bp+1023, 0x1.fff8205040406p+1023};

kernel void test_float(global float* out) {
  const float x = singles[ITEM % 4];
  out[ITEM * 2] = sinh(ITEM & 4 ? -x : x);
  out[ITEM * 2 + 1] = cosh(x);
}
kernel void expect_float(global float* out) {
  const float y = single_results[ITEM % 4];
  out[ITEM * 2] = ITEM & 4 ? -y : y;
  out[ITEM * 2 + 1] = y;
}

kernel void test_double(global double* out) {
  const double x = doubles[ITEM % 4];
  out[ITEM * 2] = sinh(ITEM & 4 ? -x : x);
  out[ITEM * 2 + 1] = cosh(x);
}
kernel void expect_double(global double* out) {
  const double y = double_results[ITEM % 4];
  out[ITEM * 2] = ITEM & 4 ? -y : y;
  out[ITEM * 2 + 1] = y;
}
