// The shadow of what a branch depends on is looked up by address, and a report stands beside the branch. The condition is frozen.
// Results of functions without a body count as written: their attributes stay.
// RUN: %cl -debug-info-kind=limited %s | heddle-opt --kernel test --check uninitialised --until check-uninitialised - | FileCheck %s
// RUN: %cl -debug-info-kind=limited %s | heddle-opt --kernel test --check memory --until check-uninitialised - | FileCheck %s --check-prefix=OFF

// CHECK-DAG: constant {{.*}} [i32 24, i32 0, i32 0, i32 [[# @LINE + 16]],
// CHECK-DAG: constant {{.*}} [i32 25, i32 0, i32 0, i32 [[# @LINE + 15]],
// CHECK: define {{.*}}void @test
// CHECK: [[NONE:%.*]] = icmp eq ptr [[ENTRY:%.*]], null
// CHECK: select i1 [[NONE]], ptr {{.*}}, ptr [[ENTRY]]
// CHECK: %_msld = load i32
// CHECK: [[WRONG:%.*]] = freeze i1
// CHECK: br i1 [[WRONG]], label %[[REPORT:.*]], label %
// CHECK: [[REPORT]]:
// CHECK: call void %{{.*}}(ptr %{{.*}}, ptr %{{.*}}, ptr @check.site{{.*}}, i32 %{{.*}}, i64
// CHECK: [[TRUTH:%.*]] = freeze i1 %cmp
// CHECK: br i1 [[TRUTH]]
// CHECK-NOT: __msan_
// OFF-NOT: freeze
// OFF-NOT: select
kernel void test(global int* out, global const int* in, int n) {
  if (in[n] > 3) *out = 1;
}
