// In groups of any size a small region has one loop for full vectors and code for the partial one after them; a large one has
// one loop, whose mask is computed for each vector.
// RUN: %cl %s | heddle-opt --kernel test --until work-groups - | FileCheck %s

#define FOUR(x) x x x x
// CHECK-LABEL: @heddle_kernel(
// CHECK: {{^}}region.0:
// CHECK-NOT: {{^}}tail
// CHECK: {{^}}region.1:
// CHECK-NOT: {{^}}tail
// CHECK: {{^}}vector:
// CHECK: %left = sub
// CHECK: call i64 @llvm.umin.i64(i64 %left, i64 8)
// CHECK: %lane_mask
// CHECK: {{^}}vector{{[0-9]+}}:
// CHECK: {{^}}tail:
// CHECK-NOT: {{^}}vector{{[0-9]*}}:
// CHECK-NOT: {{^}}tail{{[0-9]+}}:
kernel void test(global float* y, global const float* x, local float* box) {
  int i = get_global_id(0), l = get_local_id(0);
  float s = x[i];
  FOUR(FOUR(FOUR(s = s * s + 3.0f;)))
  box[l] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = box[0];
}
