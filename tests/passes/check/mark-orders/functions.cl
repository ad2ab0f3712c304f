// Atomic functions and fences are marked with the order and scope that the program gives to them (1 to 7: scope, 16: release,
// 32 and 256: for local and global memory, 128: acquire, 512: told, 1024: a fence, the sign: a barrier's).
// RUN: %cl -cl-std=CL2.0 %s | heddle-opt --kernel test --check races --until mark-orders - | FileCheck %s
// RUN: %cl -cl-std=CL2.0 %s | heddle-opt --kernel test --check memory --until mark-orders - | FileCheck %s --check-prefix=OFF

// OFF-NOT: __hd_service_order(
// CHECK-LABEL: @__clang_ocl_kern_imp_test
// CHECK: call void @__hd_service_order(i32 516)
// CHECK-NEXT: call {{.*}}atomic_inc
// CHECK-NEXT: call void @__hd_service_order(i32 0)
// CHECK: call void @__hd_service_order(i32 660)
// CHECK-NEXT: call {{.*}}atomic_exchange
// CHECK-NEXT: call void @__hd_service_order(i32 0)
// CHECK: call void @__hd_service_order(i32 531)
// CHECK-NEXT: call {{.*}}atomic_store_explicit
// CHECK: call void @__hd_service_order(i32 642)
// CHECK-NEXT: call {{.*}}atomic_compare_exchange_strong_explicit
// CHECK: [[TOLD:%.*]] = or i32 %{{.*}}, %{{.*}}
// CHECK-NEXT: call void @__hd_service_order(i32 [[TOLD]])
// CHECK-NEXT: call {{.*}}atomic_load_explicit
// CHECK-NOT: __hd_service_order(i32 {{[1-9]}}
// CHECK: call {{.*}}atomic_work_item_fence
// CHECK-NEXT: call void @__hd_service_order(i32 1299)
// CHECK: call void @__hd_service_order(i32 -2147482572)
// CHECK-NEXT: call {{.*}}@_Z7barrierj
// CHECK-NEXT: call void @__hd_service_order(i32 -2147482460)
// CHECK-NOT: __hd_service_order(i32 {{[1-9]}}
// CHECK: ret void
kernel void test(global atomic_int* p, global int* old, int order, int scope) {
  int expected = 0;
  atomic_inc(old);
  atomic_exchange(p, 1);
  atomic_store_explicit(p, 2, memory_order_release, memory_scope_work_group);
  atomic_compare_exchange_strong_explicit(p, &expected, 3, memory_order_acquire, memory_order_relaxed,
                                          memory_scope_sub_group);
  old[1] = atomic_load_explicit(p, (memory_order)order, (memory_scope)scope);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_init(p, 4);
}
