// SPDX-License-Identifier: Apache-2.0
// Where the estimates of scalar code and vectors are close, the record names the other version; not where it could give other bits, and
// not where a variant asks for its lanes.
// RUN: %cl %s | heddle-opt --kernel rows --features +avx2,+fma --report --emit none - 2>&1 | FileCheck --check-prefix=ROWS %s
// RUN: %cl %s | heddle-opt --kernel rows --features +avx2,+fma --width 1 --report --emit none - 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %cl %s | heddle-opt --kernel relaxed --features +avx2,+fma --report --emit none - 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %cl %s | heddle-opt --kernel counted --features +avx2,+fma --report --emit none - 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %cl %s | heddle-opt --kernel met --features +avx2,+fma --report --emit none - 2>&1 | FileCheck --check-prefix=ROWS %s
// RUN: %cl %s | heddle-opt --kernel collected --features +avx2,+fma --report --emit none - 2>&1 | FileCheck --check-prefix=NONE %s
// ROWS: long launches try {{scalar code|vectors of [0-9]+}}, too
// NONE-NOT: long launches try
kernel void rows(global float* out, global const float* in, int n, global const int* at) {
  int row = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) s += in[at[row * n + i]] * in[at[row * n + i]];
  out[row] = s;
}
// A barrier: the bits are the same, however many work-items go on at once.
kernel void met(global float* out, global const float* in, int n, local float* largest) {
  int l = get_local_id(0), row = get_global_id(0);
  float m = 0;
  for (int i = 0; i < n; ++i) m = fmax(m, in[row * n + i]);
  largest[l] = m;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < n; ++i) out[row * n + i] = in[row * n + i] / largest[0];
}
// A sum over the group depends on the order.
kernel void collected(global float* out, global const float* in, int n) {
  int row = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) s += in[row * n + i];
  out[row] = work_group_reduce_add(s);
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
