// Accesses through arguments are compared with the bounds that the launch tells, and made only within them.
// RUN: %cl %s | heddle-opt --kernel test --check memory --until check-memory - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --until check-memory - | FileCheck %s --check-prefix=UNCHECKED

// The hidden argument stands after the block of 16 bytes.
// CHECK: call {{.*}} @__hd_launch()
// CHECK: getelementptr i8, ptr %{{.*}}, i64 16
// CHECK: %bounds = load ptr
// CHECK-DAG: %limit{{.*}} = call i64 @llvm.usub.sat.i64(i64 %in{{.*}}, i64 3)
// CHECK-DAG: %limit{{.*}} = call i64 @llvm.usub.sat.i64(i64 %out{{.*}}, i64 3)
// CHECK: [[INSIDE:%.*]] = icmp ult i64 %{{.*}}, %limit{{.*}}
// CHECK: br i1 [[INSIDE]], label %[[RIGHT:.*]], label %[[WRONG:.*]], !prof
// CHECK: [[RIGHT]]:
// CHECK-NEXT: load float
// CHECK: [[WRONG]]:
// CHECK: call void %{{.*}}(ptr {{.*}}, ptr {{.*}}, ptr addrspace(2) @check.site, i64
// CHECK: phi float [ %{{.*}}, %[[RIGHT]] ], [ 0.000000e+00, %[[WRONG]] ]
// CHECK: icmp ult i64 %{{.*}}, %limit
// CHECK: store float
// CHECK: call void %{{.*}}(ptr {{.*}}, ptr {{.*}}, ptr addrspace(2) @check.site.{{.*}}, i64
// UNCHECKED-NOT: check.site
// UNCHECKED-NOT: usub.sat
kernel void test(global float* out, global const float* in) {
  int i = get_global_id(0);
  out[i] = in[i + 1];
}
