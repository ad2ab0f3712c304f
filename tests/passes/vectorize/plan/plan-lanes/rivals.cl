// SPDX-License-Identifier: Apache-2.0
// Where the estimates of scalar code and vectors are close, the record names the other version; not where it could give other bits, and
// not where a variant asks for its lanes.
// RUN: %cl %s | heddle-opt --kernel rows --features +avx2,+fma --report --emit none - 2>&1 | FileCheck --check-prefix=ROWS %s
// RUN: %cl %s | heddle-opt --kernel rows --features +avx2,+fma --width 1 --report --emit none - 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %cl %s | heddle-opt --kernel relaxed --features +avx2,+fma --report --emit none - 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %cl %s | heddle-opt --kernel counted --features +avx2,+fma --report --emit none - 2>&1 | FileCheck --check-prefix=NONE %s
// ROWS: long launches try {{scalar code|vectors of [0-9]+}}, too
// NONE-NOT: long launches try
kernel void rows(global float* out, global const float* in, int n, global const int* at) {
  int row = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) s += in[at[row * n + i]] * in[at[row * n + i]];
  out[row] = s;
}
// Estimates differ from one width to another.
kernel void relaxed(global float* out, global const float* in, int n, global const int* at) {
  int row = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) s += native_recip(in[at[row * n + i]]);
  out[row] = s;
}
// The order in which work-items count is seen.
kernel void counted(global int* out, global const int* in, int n, global int* counter, global const int* at) {
  int row = get_global_id(0);
  int s = 0;
  for (int i = 0; i < n; ++i) s += in[at[row * n + i]];
  out[row] = s + atomic_inc(counter);
}
