; Lanes that leave a loop by different exits go on under different masks.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: head:
; CHECK-DAG: %live = phi i1 [ %lanes, %before.loop ]
; CHECK-DAG: [[LEFT:%.*]] = phi i1 [ false, %before.loop ], [ [[NOWLEFT:%left.*]], %{{.*}} ]
; CHECK: [[NOWLEFT]] = or i1 [[LEFT]], %mask{{.*}}
; CHECK: call i1 @__hd_any(
; CHECK: br i1 %any{{.*}}, label %head, label %after.loop
; CHECK: store i64 [[STORED:%.*]], ptr %to
; CHECK: after.loop:
; CHECK: [[STORED]] = select i1 %left, i64 1, i64 2
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %to = getelementptr i64, ptr addrspace(1) %p, i64 %id
  br label %head
head:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %from = getelementptr i64, ptr addrspace(1) %p, i64 %k
  %x = load i64, ptr addrspace(1) %from
  %hit = icmp eq i64 %x, %id
  br i1 %hit, label %found, label %latch
latch:
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %head, label %missed
found:
  store i64 1, ptr addrspace(1) %to
  br label %end
missed:
  store i64 2, ptr addrspace(1) %to
  br label %end
end:
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
