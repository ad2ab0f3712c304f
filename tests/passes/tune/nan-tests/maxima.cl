// A maximum that begins with a number is never a NaN: fmax is one instruction then. One that begins with what is in memory may be.
// RUN: %cl %s | heddle-opt --kernel most --until optimize-work-item - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel most --until optimize-work-item --disable-pass nan-tests - | FileCheck --check-prefix=TEST %s
// RUN: %cl %s | heddle-opt --kernel any --until optimize-work-item - | FileCheck --check-prefix=TEST %s
// RUN: %cl %s | heddle-opt --kernel replaced --until optimize-work-item - | FileCheck --check-prefix=TEST %s
// RUN: %cl %s | heddle-opt --kernel most --features=+sse4.2,+avx2,+fma --emit asm - | FileCheck --check-prefix=ASM %s

// CHECK-LABEL: @most(
// CHECK-NOT: fcmp uno
// CHECK: ret void
// TEST: fcmp uno
// ASM-NOT: vcmpunord
// ASM: vmaxps {{.*}}%ymm
// ASM-NOT: vcmpunord
kernel void most(global float* out, global const float* in, int n) {
  float most = -INFINITY;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) most = fmax(most, in[i]);
  out[get_global_id(0)] = most;
}

kernel void any(global float* out, global const float* in, int n) {
  float most = in[get_global_id(0)];
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) most = fmax(most, in[i]);
  out[get_global_id(0)] = most;
}

kernel void replaced(global float* out, global const float* in, int n) {
  float most = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) most = i == 77 ? in[i] : fmax(most, in[i]);
  out[get_global_id(0)] = most;
}
