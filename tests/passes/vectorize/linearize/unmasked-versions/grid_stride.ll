; As long as all lanes go on, a loop in steps of the range's size runs as a copy that asks for no lane. The loop itself runs what
; is left. Not if lanes leave a loop at different times, or come to it apart.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize --disable-pass unmasked-versions %s | FileCheck --check-prefix=OFF %s
; RUN: heddle-opt --kernel near --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck --check-prefix=OFF %s
; RUN: heddle-opt --kernel apart --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck --check-prefix=OFF %s
; RUN: heddle-opt --kernel many --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck --check-prefix=MANY %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: loop.all.lanes:
; CHECK-NEXT: %i.all.lanes = phi i64 [ %id, %entry ], [ %next.all.lanes, %loop.all.lanes ]
; CHECK-NEXT: %sum.all.lanes = phi i32 [ 1, %entry ], [ %added.all.lanes, %loop.all.lanes ]
; CHECK-NEXT: call void @__hd_mask(i1 %lanes)
; CHECK: [[MORE:%.*]] = icmp slt i64 %next.all.lanes, %n
; CHECK-NEXT: [[NONE:%.*]] = xor i1 %lanes, true
; CHECK-NEXT: [[OR:%.*]] = select i1 [[NONE]], i1 true, i1 [[MORE]]
; CHECK-NEXT: [[ALL:%.*]] = call i1 @__hd_all(i1 [[OR]])
; CHECK-NEXT: br i1 [[ALL]], label %loop.all.lanes, label
; CHECK: [[LEFT:%.*]] = select i1 %lanes, i1 [[MORE]], i1 false
; CHECK: loop:
; CHECK: phi i1 [ [[LEFT]],
; CHECK: phi i32 {{.*}}%added.all.lanes
; CHECK: call i1 @__hd_any(
; CHECK: ret void
; OFF-NOT: __hd_all
; OFF-NOT: all.lanes
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_global_id(i32 0)
  %size = call i64 @__hd_global_size(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 1, %entry ], [ %added, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %at
  %added = add i32 %sum, %x
  %next = add i64 %i, %size
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %out = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %added, ptr addrspace(1) %out
  ret void
}

; The next lane's start is the next iteration.
define spir_kernel void @near(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %at
  %next = add i64 %i, 16
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; MANY: loop.all.lanes:
define spir_kernel void @many(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %at
  %next = add i64 %i, 64
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define spir_kernel void @apart(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_global_id(i32 0)
  %size = call i64 @__hd_global_size(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %flag = load i32, ptr addrspace(1) %from
  %is_set = icmp eq i32 %flag, 0
  br i1 %is_set, label %loop, label %end
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %at
  %next = add i64 %i, %size
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare i64 @__hd_global_id(i32) memory(none)
declare i64 @__hd_global_size(i32) memory(none)
