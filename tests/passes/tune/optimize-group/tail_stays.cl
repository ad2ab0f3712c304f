// What the partial vector at a row's end computes of its ids alone is the same for all rows, and stays where the vector is: a
// launch of one row without such a vector would compute it, and keep it in registers, for nothing.
// RUN: %cl %s | heddle-opt --kernel test --width 8 --until optimize-group - | FileCheck %s

// CHECK-LABEL: @heddle_kernel(
// CHECK: entry:
// CHECK-NOT: splat (float 1.750000e+00)
// CHECK: {{^}}range.end:
// CHECK: {{^}}tail:
// CHECK-NOT: @__hd_pinned
// CHECK-NOT: {{^}}[a-z]+:
// CHECK: splat (float 1.750000e+00)
kernel void test(global float* out) {
  float x = get_global_id(0);
  out[get_global_id(0)] = x * x + 1.75f;
}
