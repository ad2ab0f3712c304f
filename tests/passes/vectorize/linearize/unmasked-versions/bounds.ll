; Where all lanes are within bounds, a copy of the code runs that does not ask.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: [[HERE:%.*]] = xor i1 %lanes, true
; CHECK: [[PASS:%.*]] = select i1 [[HERE]], i1 true, i1 %in
; CHECK: [[ALL:%.*]] = call i1 @__hd_all(i1 [[PASS]])
; CHECK: br i1 [[ALL]], label %loop.ph.all.lanes, label %some.lanes
; CHECK: some.lanes:
; CHECK: [[MASK:%.*]] = select i1 %lanes, i1 %in, i1 false
; CHECK: call i1 @__hd_any(i1 [[MASK]])
; CHECK: loop:
; CHECK: call void @__hd_mask(i1 [[MASK]])
; CHECK: loop.all.lanes:
; CHECK: call void @__hd_mask(i1 %lanes)
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %in = icmp ult i64 %id, %n
  br i1 %in, label %loop.ph, label %end
loop.ph:
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %id
  br label %loop
loop:
  %k = phi i64 [ 0, %loop.ph ], [ %next, %loop ]
  store i64 %k, ptr addrspace(1) %at
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
