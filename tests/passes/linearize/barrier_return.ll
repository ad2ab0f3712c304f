; Items that return before others wait: the kernel stays as it is.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK-NOT: @__hd_lane_mask
; CHECK-NOT: @__hd_mask
; CHECK: br i1 %c, label %then, label %
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  br i1 %c, label %then, label %end
then:
  call void @__hd_barrier(i32 1, i32 1)
  br label %end
end:
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
