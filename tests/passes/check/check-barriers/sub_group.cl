// A barrier of a sub-group that a branch decides about is noted, and so is the end.
// RUN: %cl -cl-ext=+cl_khr_subgroups %s | heddle-opt --kernel test --check barriers --until check-barriers - | FileCheck %s
// RUN: %cl -cl-ext=+cl_khr_subgroups %s | heddle-opt --kernel same --check barriers --until check-barriers - | FileCheck %s --check-prefix=SAME

// CHECK: call void %{{.*}}(ptr {{.*}}, ptr {{.*}}, ptr addrspace(2) @check.site, i64
// CHECK: call void @__hd_vector_barrier
// CHECK: call void %{{.*}}(ptr {{.*}}, ptr {{.*}}, ptr addrspace(2) @check.site.{{.*}}, i64
// CHECK: ret void
kernel void test(global int* out) {
  if (get_sub_group_local_id() < 4) sub_group_barrier(CLK_LOCAL_MEM_FENCE);
}

// SAME-NOT: check.site
kernel void same(global int* out) {
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  *out = 1;
}
