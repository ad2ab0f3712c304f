// The branches on tests that hold in the version without them are gone.
// RUN: %cl %s | heddle-opt --kernel test --guard --until optimize-versions - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --guard --disable-pass optimize-versions --until optimize-versions - | FileCheck %s --check-prefix=WITHOUT

// CHECK-LABEL: @test
// CHECK: guarded.inside:
// CHECK-NEXT: br i1 %{{.*}}, label %[[INSIDE:.*]], label
// CHECK: [[INSIDE]]:
// CHECK-NOT: br i1
// CHECK: load float
// CHECK-NOT: br i1
// CHECK: store float
// WITHOUT: br i1 true
kernel void test(global float* out, global const float* in, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = in[i];
}
