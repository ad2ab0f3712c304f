; What lanes take along that was there before the loop needs no select: what is kept begins with it.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: [[BEFORE:%.*]] = icmp ugt i64 %id, 7
; CHECK: head:
; CHECK-DAG: [[KEPT:%.*]] = phi i1 [ [[BEFORE]], %before.loop ], [ [[NEWLYKEPT:%.*]], %{{.*}} ]
; CHECK-DAG: %live = phi i1 [ %lanes, %before.loop ]
; CHECK: [[HIT:%.*]] = select i1 %live, i1 %hit, i1 false
; CHECK: [[NEWLYKEPT]] = select i1 [[HIT]], i1 false, i1 [[KEPT]]
; CHECK-NOT: select {{.*}}[[BEFORE]]
; CHECK: br i1 %any{{.*}}, label %head, label %after.loop
; CHECK: zext i1 [[NEWLYKEPT]]
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %large = icmp ugt i64 %id, 7
  br label %head
head:
  %k = phi i64 [ 2, %entry ], [ %next, %latch ]
  %from = getelementptr i64, ptr addrspace(1) %p, i64 %k
  %x = load i64, ptr addrspace(1) %from
  %hit = icmp eq i64 %x, %id
  br i1 %hit, label %end, label %latch
latch:
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %id
  br i1 %more, label %head, label %end
end:
  %result = phi i1 [ false, %head ], [ %large, %latch ]
  %wide = zext i1 %result to i64
  %to = getelementptr i64, ptr addrspace(1) %p, i64 %id
  store i64 %wide, ptr addrspace(1) %to
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
