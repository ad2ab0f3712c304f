; A kernel without barriers is one region: one nest of loops over the work-items, no context, no memory beside the caller's.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-NOT: define {{.*}}@test
; CHECK: define void @heddle_kernel(ptr noundef %launch, ptr noundef %range, ptr noundef %worker)
; CHECK: group.z:
; CHECK: group.y:
; CHECK: group.x:
; CHECK: local_size.x = call i64 @llvm.umin.i64(
; CHECK: group:
; CHECK: br label %region.0
; CHECK-NOT: region.1:
; The words have become values of the loops.
; CHECK-NOT: @__hd_
; CHECK: store i64 {{.*}}, ptr
define spir_kernel void @test(ptr addrspace(1) %out) {
  %id = call i64 @__hd_local_id(i32 0)
  %group = call i64 @__hd_group_id(i32 1)
  %size = call i64 @__hd_local_size(i32 0)
  %a = add i64 %id, %group
  %b = add i64 %a, %size
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %id
  store i64 %b, ptr addrspace(1) %to
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare i64 @__hd_group_id(i32) memory(none)
declare i64 @__hd_local_size(i32) memory(none)
