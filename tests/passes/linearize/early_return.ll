; A return of some lanes: the rest runs under a mask, behind one guard.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: [[OUT:%.*]] = select i1 %lanes, i1 %out, i1 false
; CHECK: [[NOT:%.*]] = xor i1 [[OUT]], true
; CHECK: [[IN:%.*]] = and i1 %lanes, [[NOT]]
; CHECK: [[ANY:%.*]] = call i1 @__hd_any(i1 [[IN]])
; CHECK: br i1 [[ANY]], label %rest, label %join
; CHECK: rest:
; CHECK-NEXT: call void @__hd_mask(i1 [[IN]])
; CHECK-NOT: br i1
; CHECK: ret void
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %odd = and i64 %id, 1
  %out = icmp eq i64 %odd, 0
  br i1 %out, label %end, label %rest
rest:
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %id
  store i64 %id, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
