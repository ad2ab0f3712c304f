; With reqd_work_group_size the enqueued local size is a constant, but a group at the end may still be smaller.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck %s
target triple = "spir64-unknown-unknown"
; CHECK-LABEL: @heddle_kernel(
; CHECK-NOT: enqueued_local_size
; CHECK: call i64 @llvm.umin.i64(i64 {{.*}}, i64 64)
; CHECK: store i64 64, ptr
define spir_kernel void @test(ptr addrspace(1) %out) !reqd_work_group_size !0 {
  %size = call i64 @__hd_enqueued_local_size(i32 0)
  %id = call i64 @__hd_local_id(i32 0)
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %id
  store i64 %size, ptr addrspace(1) %to
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare i64 @__hd_enqueued_local_size(i32) memory(none)
!0 = !{i32 64, i32 1, i32 1}
