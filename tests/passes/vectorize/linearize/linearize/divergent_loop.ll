; A loop that lanes leave at different times runs until none is left. What they take with them is kept
; from the iteration in which they left.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: loop:
; CHECK-DAG: %live = phi i1 [ %lanes, %before.loop ], [ [[GOESON:%.*]], %[[LATCH:.*]] ]
; CHECK-DAG: [[KEPT:%.*]] = phi i64 [ poison, %before.loop ], [ [[NEWLYKEPT:%.*]], %[[LATCH]] ]
; CHECK-DAG: %sum = phi i64 [ 0, %before.loop ], [ %sum.next, %[[LATCH]] ]
; CHECK: call void @__hd_mask(i1 %live)
; CHECK: [[GOESON]] = select i1 %live, i1 %more, i1 false
; CHECK: [[NOT:%.*]] = xor i1 [[GOESON]], true
; CHECK: [[LEAVES:%.*]] = and i1 %live, [[NOT]]
; CHECK: [[NEWLYKEPT]] = select i1 [[LEAVES]], i64 %sum.next, i64 [[KEPT]]
; CHECK: [[ANY:%.*]] = call i1 @__hd_any(i1 [[GOESON]])
; CHECK: br i1 [[ANY]], label %loop, label %after.loop
; CHECK: store i64 [[NEWLYKEPT]]
define spir_kernel void @test(ptr addrspace(1) %p) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %loop ]
  %from = getelementptr i64, ptr addrspace(1) %p, i64 %k
  %x = load i64, ptr addrspace(1) %from
  %sum.next = add i64 %sum, %x
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %id
  br i1 %more, label %loop, label %end
end:
  %to = getelementptr i64, ptr addrspace(1) %p, i64 %id
  store i64 %sum.next, ptr addrspace(1) %to
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
