// Accesses through arguments are made only within the bounds that the launch tells. Nothing is reported.
// RUN: %cl %s | heddle-opt --kernel test --guard --until guard-accesses - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --until guard-accesses - | FileCheck %s --check-prefix=UNGUARDED

// CHECK: %bounds = load ptr
// CHECK-DAG: %limit{{.*}} = call i64 @llvm.usub.sat.i64(i64 %in{{.*}}, i64 3)
// CHECK-DAG: %limit{{.*}} = call i64 @llvm.usub.sat.i64(i64 %out{{.*}}, i64 3)
// CHECK: [[INSIDE:%.*]] = call i1 @__hd_is_inside(i64 %{{.*}}, i64 %limit{{.*}})
// CHECK: br i1 [[INSIDE]], label %[[RIGHT:.*]], label %[[AFTER:.*]], !prof
// CHECK: [[RIGHT]]:
// CHECK-NEXT: load float
// CHECK: [[AFTER]]:
// CHECK-NEXT: phi float [ %{{.*}}, %[[RIGHT]] ], [ 0.000000e+00, %{{.*}} ]
// CHECK: call i1 @__hd_is_inside
// CHECK: store float
// CHECK-NOT: check.site
// UNGUARDED-NOT: __hd_is_inside
kernel void test(global float* out, global const float* in) {
  int i = get_global_id(0);
  out[i] = in[i + 1];
}
