// The report stands on the side of a branch that is not taken where the result is the language's.
// RUN: %cl %s | heddle-opt --kernel test --check unspecified --until check-unspecified - | FileCheck %s

// CHECK: br i1 %{{.*}}, label %[[WRONG:.*]], label %[[RIGHT:.*]], !prof
// CHECK: [[WRONG]]:
// CHECK: call void %{{.*}}(ptr {{.*}}, ptr {{.*}}, ptr addrspace(2) @check.site, i64 %{{.*}}, i64 %{{.*}}, i64
// CHECK: [[RIGHT]]:
// CHECK: sdiv i32
// CHECK-NOT: __hd_service_unspecified
kernel void test(global int* out, int n, int by) {
  *out = n / by;
}
