; A return of some lanes: the branch stays, and is taken while a lane is left. Behind it uniform
; branches are what they were.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: [[NOT:%.*]] = xor i1 %out, true
; CHECK: [[IN:%.*]] = select i1 %lanes, i1 [[NOT]], i1 false
; CHECK: [[ANY:%.*]] = call i1 @__hd_any(i1 [[IN]])
; CHECK: br i1 [[ANY]], label %rest, label %end
; CHECK: rest:
; CHECK-NEXT: call void @__hd_mask(i1 [[IN]])
; CHECK: br i1 %more, label %inner, label %end
; CHECK: inner:
; CHECK-NEXT: call void @__hd_mask(i1 [[IN]])
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %odd = and i64 %id, 1
  %out = icmp eq i64 %odd, 0
  br i1 %out, label %end, label %rest
rest:
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %id
  store i64 %id, ptr addrspace(1) %at
  %more = icmp ugt i64 %n, 7
  br i1 %more, label %inner, label %end
inner:
  store i64 %n, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
