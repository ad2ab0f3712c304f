; A cycle with two ways in becomes a loop, then it is folded.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: %live = phi i1
; CHECK: [[ANY:%.*]] = call i1 @__hd_any(
; CHECK: br i1 [[ANY]]
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %id
  %c = icmp ult i64 %id, %n
  br i1 %c, label %one, label %two
one:
  %i = phi i64 [ 0, %entry ], [ %j.next, %two ]
  store i64 %i, ptr addrspace(1) %at
  %i.next = add i64 %i, 1
  br label %two
two:
  %j = phi i64 [ 5, %entry ], [ %i.next, %one ]
  %j.next = add i64 %j, %id
  %more = icmp ult i64 %j.next, 100
  br i1 %more, label %one, label %end
end:
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
