; A barrier in each arm of a branch that the group takes together: a region after each, and the code after the join in both.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK: region.0:
; CHECK: region.1:
; CHECK: region.2:
; CHECK-NOT: region.3:
; CHECK: switch i32 %next
; CHECK: store i64 10, ptr
; CHECK: store i64 20, ptr
define spir_kernel void @test(ptr addrspace(1) %out, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %id
  %choice = icmp eq i64 %n, 0
  br i1 %choice, label %left, label %right
left:
  call void @__hd_barrier(i32 1, i32 1)
  store i64 10, ptr addrspace(1) %to
  br label %end
right:
  call void @__hd_barrier(i32 1, i32 1)
  store i64 20, ptr addrspace(1) %to
  br label %end
end:
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
