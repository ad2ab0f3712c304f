// Other kernels and what only they call are gone before anything is done to them.
// RUN: %cl %s | heddle-opt --kernel test --until drop-unused - | FileCheck %s

// CHECK-NOT: @other
// CHECK: define {{.*}}@used(
// CHECK-NOT: @other
// CHECK-NOT: sin
// CHECK: define {{.*}}@test(
// CHECK-NOT: @other
float for_other(float x) { return sin(x); }
float used(float x) { return x + 1; }
kernel void test(global float* x) { *x = used(*x); }
kernel void other(global float* x) { *x = for_other(used(*x)); }
