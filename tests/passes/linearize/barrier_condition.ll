; A condition that decides whether a barrier is reached is the same for the group: OpenCL C says so.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: [[U:%.*]] = call i1 @__hd_group_uniform(i1 %c)
; CHECK: br i1 [[U]], label %then, label %end
; CHECK: then:
; CHECK-NEXT: call void @__hd_mask(i1 %lanes)
; CHECK: call void @__hd_barrier
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %id
  %x = load i64, ptr addrspace(1) %at
  %c = icmp ult i64 %x, %n
  br i1 %c, label %then, label %end
then:
  call void @__hd_barrier(i32 1, i32 1)
  br label %end
end:
  store i64 %id, ptr addrspace(1) %at
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
