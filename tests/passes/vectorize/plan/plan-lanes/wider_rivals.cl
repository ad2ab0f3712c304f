// SPDX-License-Identifier: Apache-2.0
// Where the estimates of so many registers for each value and of twice as many are close, long launches try the other ones; not where
// lanes leave a loop at different times and nothing waits, where a variant asks for its lanes, or where work-items meet at barriers.
// RUN: %cl %s | heddle-opt --kernel hash --features +avx2,+fma --report --emit none - 2>&1 | FileCheck --check-prefix=FOUR %s
// RUN: %cl %s | heddle-opt --kernel element --features +avx2,+fma --report --emit none - 2>&1 | FileCheck --check-prefix=TWO %s
// RUN: %cl %s | heddle-opt --kernel element --features +avx2,+fma --width 8 --report --emit none - 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %cl %s | heddle-opt --kernel leaves --features +avx2,+fma --report --emit none - 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %cl %s | heddle-opt --kernel met --features +avx2,+fma --report --emit none - 2>&1 | FileCheck --check-prefix=NONE %s
// FOUR: width 16 along
// FOUR: long launches try vectors of 32, too
// TWO: width 8 along
// TWO: long launches try vectors of 16, too
// NONE-NOT: long launches try vectors
#define STEP(by) x = rotate(x * 0x9e3779b9u ^ x >> 15, by##u) + (x & 0x55555555u);
kernel void hash(global uint* out, int n) {
  uint x = get_global_id(0);
  for (int i = 0; i < n; ++i) { STEP(13) STEP(7) STEP(19) STEP(3) STEP(11) STEP(29) }
  out[get_global_id(0)] = x;
}
kernel void element(global float* out, global const float* a, global const int* b) {
  int i = get_global_id(0);
  float x = a[i] + b[i];
  out[i] = x * x > 2 ? x : a[i] / x;
}
kernel void leaves(global uint* out, global const uint* in) {
  uint x = in[get_global_id(0)], y = 1;
  while (x > 10) {
    x = x & 1 ? x - 3 : x >> 1;
    y ^= in[x & 255] + (in[y & 255] << 3) + (y * 7 ^ x) + in[(x ^ y) & 255];
  }
  out[get_global_id(0)] = y;
}
kernel void met(global uint* out, int n, local uint* shared) {
  uint x = get_global_id(0);
  for (int i = 0; i < n; ++i) { STEP(13) STEP(7) STEP(19) STEP(3) STEP(11) STEP(29) }
  shared[get_local_id(0)] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = x + shared[0];
}
