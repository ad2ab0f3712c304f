// The way from a kernel's beginning to a barrier in a loop, and that from the loop's last barrier around to it, have much code in
// common, before which each work-item does something else: there is one loop over the work-items for both, which begins with a
// choice, and one copy of the code.
// RUN: %cl %s | heddle-opt --kernel test --width 8 --until work-groups - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --width 8 - | FileCheck --check-prefix=COPIES %s
#define FOUR(x) x x x x

// CHECK-LABEL: @heddle_kernel(
// CHECK: %[[START:shared.start]] = alloca i32
// CHECK: {{^}}region.0:
// CHECK-NEXT: store i32 0, ptr %[[START]]
// CHECK-NEXT: br label %[[SHARED:.*]]
// CHECK: {{^}}region.2:
// CHECK-NEXT: store i32 2, ptr %[[START]]
// CHECK-NEXT: br label %[[SHARED]]
// CHECK: {{^}}[[SHARED]]:
// CHECK: %[[WHICH:.*]] = load i32, ptr %[[START]]
// CHECK: switch i32 %[[WHICH]], label %{{.*}} [
// CHECK-NEXT: i32 2, label

// COPIES-LABEL: define void @heddle_kernel(
// COPIES: splat (float 1.750000e+00)
// COPIES-NOT: splat (float 1.750000e+00)
kernel void test(global float* out, global const float* in, local float* box, int n) {
  int i = get_global_id(0), l = get_local_id(0);
  float s = in[i] * 2.0f;
  for (int k = 0; k < n; ++k) {
    FOUR(FOUR(FOUR(s = s * s + 3.0f; s = fmin(s, 1.5f * s - 2.0f);)))
    box[l] = s + 1.75f;
    barrier(CLK_LOCAL_MEM_FENCE);
    s += box[l ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    s *= in[i + k];
  }
  out[i] = s;
}
