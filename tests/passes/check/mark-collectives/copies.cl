// Copies get their event from a mark, waits have a mark for each event, and functions that all of a sub-group come to have one; ballots have none.
// RUN: %cl -cl-std=CL3.0 %s | heddle-opt --kernel test --check barriers --until mark-collectives - | FileCheck %s
// RUN: %cl -cl-std=CL3.0 %s | heddle-opt --kernel test --check memory --until mark-collectives - | FileCheck %s --check-prefix=OFF
// RUN: %cl -cl-std=CL3.0 %s | heddle-opt --kernel test --check barriers --until check-barriers - | FileCheck %s --check-prefix=NOTES

// OFF-NOT: @__hd_service_note
// NOTES-NOT: @__hd_service_note
// CHECK-LABEL: @__clang_ocl_kern_imp_test
// CHECK: [[TO:%.*]] = ptrtoint ptr addrspace(3) %{{.*}} to i64
// CHECK: [[FROM:%.*]] = ptrtoint ptr addrspace(1) %{{.*}} to i64
// CHECK: [[EVENT:%.*]] = call ptr (ptr, ...) @__hd_service_note_copy(ptr null, i64 [[TO]], i64 [[FROM]], i64 16)
// CHECK: async_work_group_copy{{.*}}, i64 {{.*}}16, ptr {{.*}}[[EVENT]])
// CHECK: [[ONE:%.*]] = load ptr, ptr
// CHECK: call void @__hd_service_note_wait(ptr [[ONE]])
// CHECK: wait_group_events
// CHECK: call void @__hd_service_note_collective()
// CHECK-NEXT: sub_group_reduce_add
// CHECK-NOT: note_collective()
// CHECK: ret void
kernel void test(global int* out, global const int* in, local int* part) {
  event_t done = async_work_group_copy(part, in, 16, 0);
  wait_group_events(1, &done);
  out[get_local_id(0)] = part[0] + sub_group_reduce_add(1);
}
