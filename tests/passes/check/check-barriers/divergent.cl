// Barriers and ends are noted where a divergent branch decides about one.
// RUN: %cl %s | heddle-opt --kernel test --check barriers --until check-barriers - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel same --check barriers --until check-barriers - | FileCheck %s --check-prefix=SAME
// RUN: %cl %s | heddle-opt --kernel test --check memory --until check-barriers - | FileCheck %s --check-prefix=OFF

// CHECK: call void %{{.*}}(ptr {{.*}}, ptr {{.*}}, ptr addrspace(2) @check.site, i64
// CHECK: call void @__hd_barrier
// CHECK: call void %{{.*}}(ptr {{.*}}, ptr {{.*}}, ptr addrspace(2) @check.site.{{.*}}, i64
// CHECK: ret void
// OFF: call void @__hd_barrier
// OFF-NEXT: br
kernel void test(global int* out) {
  if (get_local_id(0) < 8) barrier(CLK_LOCAL_MEM_FENCE);
}

// SAME-NOT: check.site
kernel void same(global int* out, int n) {
  if (n < 8) barrier(CLK_LOCAL_MEM_FENCE);
}
