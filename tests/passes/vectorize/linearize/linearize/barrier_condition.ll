; A divergent condition that decides whether a barrier is reached: the vector meets it if a lane does.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: [[MASK:%.*]] = select i1 %lanes, i1 %c, i1 false
; CHECK: [[ANY:%.*]] = call i1 @__hd_any(i1 [[MASK]])
; CHECK: br i1 [[ANY]], label %then, label %join
; CHECK: then:
; CHECK-NEXT: call void @__hd_mask(i1 [[MASK]])
; CHECK: call void @__hd_barrier
; CHECK: end:
; CHECK-NEXT: call void @__hd_mask(i1 %lanes)
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
