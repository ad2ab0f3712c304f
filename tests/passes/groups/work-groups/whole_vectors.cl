// `if (i < n)`: full vectors ask whether all their lanes pass; the partial vector at the end does not, it has no version for
// that. A large kernel has one copy of the code for both, which asks at run time.
// RUN: %cl %s | heddle-opt --kernel small - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel large --width 8 - | FileCheck --check-prefix=LARGE %s

// CHECK-LABEL: @heddle_kernel(
// CHECK-COUNT-2: call {{.*}}@llvm.masked.load
// CHECK: {{^}}if.then{{.*}}.all.lanes:
// CHECK: load <8 x float>
// CHECK-COUNT-2: call {{.*}}@llvm.masked.load
// CHECK-NOT: call {{.*}}@llvm.masked.load
kernel void small(global float* y, global const float* x, int n) {
  int i = get_global_id(0);
  if (i < n) y[i] = x[i] * x[i] + y[i] * 3.0f + (x[i] - y[i]) * (x[i] + 2.0f);
}

#define FOUR(x) x x x x
// LARGE-LABEL: @heddle_kernel(
// LARGE: call {{.*}}@llvm.masked.load
// LARGE: {{^}}if.then{{.*}}.all.lanes:
// LARGE-NEXT: getelementptr
// LARGE-NEXT: load <8 x float>
// LARGE-NOT: call {{.*}}@llvm.masked.load
kernel void large(global float* y, global const float* x, int n) {
  int i = get_global_id(0);
  if (i < n) {
    float s = x[i];
    FOUR(FOUR(FOUR(FOUR(s = s * s + 3.0f; s = s * 2.0f - 1.0f;))))
    y[i] = s;
  }
}
