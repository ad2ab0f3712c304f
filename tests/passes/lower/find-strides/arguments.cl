// SPDX-License-Identifier: Apache-2.0
// Integer arguments that a changing value is multiplied by on its way into an address, and steps of an iteration, are strides;
// offsets, sizes and factors of what is stored are none.
// RUN: %cl %s | heddle-opt -kernel=products -until=find-strides -report -emit=none - 2>&1 | FileCheck %s
// RUN: %cl %s | heddle-opt -kernel=steps -until=find-strides -report -emit=none - 2>&1 | FileCheck --check-prefix=STEPS %s
// RUN: %cl %s | heddle-opt -kernel=none -until=find-strides -report -emit=none - 2>&1 | FileCheck --check-prefix=NONE %s
// CHECK: launches with strides from -1 to 4 have code of their own: arguments 2, 4{{$}}
kernel void products(global int* z, int zo, int zs, global const int* x, long xs, int factor, int n) {
  int i = get_global_id(0);
  if (i < n * factor) z[zo + i * zs] = factor * i + x[i * xs];
}
// STEPS: launches with strides from -1 to 4 have code of their own: arguments 3, 4{{$}}
kernel void steps(global float* out, global const float* in, int n, int inc, uint row) {
  float sum = 0;
  int at = 0;
  for (int i = 0; i < n; ++i) {
    sum += in[at + get_global_id(0) * row];
    at += inc;
  }
  out[get_global_id(0)] = sum;
}
// NONE-NOT: strides of
kernel void none(global int* out, int a, int b, int n) {
  for (int i = 0; i < n; ++i) out[get_global_id(0) + a * b] = i * a;
}
