; What a loop over barriers hands on, and what it becomes after the barrier, have one home: between the two nothing is copied.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; One array, the first of the context.
; CHECK: [[SIZE:%.*]] = mul i64 %max_vectors{{[0-9]*}}, 0
; CHECK: [[PLACE:%.*]] = add i64 [[SIZE]], 0
; CHECK: %mine.slot = getelementptr inbounds i8, ptr %context, i64 [[PLACE]]
; CHECK: [[OTHER_SIZE:%.*]] = mul i64 %max_vectors{{[0-9]*}}, 0
; CHECK: [[OTHER:%.*]] = add i64 [[OTHER_SIZE]], 0
; CHECK: %sum.slot = getelementptr inbounds i8, ptr %context, i64 [[OTHER]]
; Into the loop.
; CHECK: [[HOME:%.*]] = getelementptr inbounds i8, ptr %mine.slot
; CHECK-NEXT: store i32 %mine, ptr [[HOME]]
; From the first barrier to the second one.
; CHECK: [[MINE:%mine[0-9]+]] = load i32, ptr
; CHECK: [[SUM:%sum[0-9]*]] = add i32 [[MINE]]
; CHECK: store i32 [[SUM]], ptr
; From the second one, round the loop, to the first: it is there.
; CHECK: [[KEPT:%sum[0-9]+]] = load i32, ptr
; CHECK: phi i32 [ [[KEPT]], %after.barrier
; CHECK-NOT: %mine.slot
define spir_kernel void @test(ptr addrspace(1) %out, ptr addrspace(3) %box, i32 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %cell = getelementptr i32, ptr addrspace(3) %box, i64 %id
  %begin = load i32, ptr addrspace(3) %cell
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next.i, %loop ]
  %mine = phi i32 [ %begin, %entry ], [ %sum, %loop ]
  call void @__hd_barrier(i32 1, i32 1)
  %first = load i32, ptr addrspace(3) %box
  %sum = add i32 %mine, %first
  call void @__hd_barrier(i32 1, i32 1)
  %next.i = add i32 %i, 1
  %again = icmp ult i32 %next.i, %n
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum, ptr addrspace(1) %to
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
