; Items that return before others wait: vectors without a lane that is left return, too. So they do after
; work of their own or out of a loop. Where the barrier is in that loop, the loop goes on for the lanes that are left.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
; RUN: heddle-opt --kernel loop --lanes 16 --passes drop-address-spaces,linearize %s \
; RUN:   | FileCheck --check-prefix=LOOP %s
; RUN: heddle-opt --kernel joined --lanes 16 --passes drop-address-spaces,linearize %s \
; RUN:   | FileCheck --check-prefix=JOINED %s
; RUN: heddle-opt --kernel search --lanes 16 --passes drop-address-spaces,linearize %s \
; RUN:   | FileCheck --check-prefix=SEARCH %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: [[MASK:%.*]] = select i1 %lanes, i1 %c, i1 false
; CHECK: [[ANY:%.*]] = call i1 @__hd_any(i1 [[MASK]])
; CHECK: br i1 [[ANY]], label %then, label %end
; CHECK: then:
; CHECK-NEXT: call void @__hd_mask(i1 [[MASK]])
; CHECK-NEXT: call void @__hd_barrier
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  br i1 %c, label %then, label %end
then:
  call void @__hd_barrier(i32 1, i32 1)
  br label %end
end:
  ret void
}

; LOOP-LABEL: @loop(
; LOOP: %live = phi i1 [ %lanes, %before.loop ], [ [[STAYS:%.*]], %join ]
; LOOP: [[MASK:%.*]] = select i1 %live, i1 %c, i1 false
; LOOP: [[ANY:%.*]] = call i1 @__hd_any(i1 [[MASK]])
; LOOP: br i1 [[ANY]], label %wait, label %join
; LOOP: wait:
; LOOP-NEXT: call void @__hd_mask(i1 [[MASK]])
; LOOP-NEXT: call void @__hd_barrier
; LOOP: [[MORE:%.*]] = call i1 @__hd_any(i1 [[STAYS]])
; LOOP: br i1 [[MORE]], label %again, label %after.loop
define spir_kernel void @loop(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  br label %again
again:
  %k = phi i64 [ 0, %entry ], [ %next, %wait ]
  %c = icmp ult i64 %id, %k
  br i1 %c, label %wait, label %end
wait:
  call void @__hd_barrier(i32 1, i32 1)
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %again, label %end
end:
  ret void
}
; The way on is not entered from the return alone, and some work comes before it.
; JOINED-LABEL: @joined(
; JOINED: store i64 %id
; JOINED: [[MASK:%.*]] = select i1 %lanes, i1 {{%.*}}, i1 false
; JOINED: [[ANY:%.*]] = call i1 @__hd_any(i1 [[MASK]])
; JOINED: br i1 [[ANY]], label %[[REST:.*]], label
; JOINED: [[REST]]:
; JOINED-NEXT: call void @__hd_mask(i1 [[MASK]])
; JOINED-NEXT: call void @__hd_barrier
define spir_kernel void @joined(ptr addrspace(1) %p, i64 %n) {
entry:
  %v = alloca i64
  call void @llvm.lifetime.start.p0(ptr %v)
  %id = call i64 @__hd_local_id(i32 0)
  %b = icmp ugt i64 %id, 5
  br i1 %b, label %some, label %rest
some:
  store i64 %id, ptr %v
  %c = icmp ult i64 %id, %n
  br i1 %c, label %end, label %rest
rest:
  call void @__hd_barrier(i32 1, i32 1)
  br label %end
end:
  call void @llvm.lifetime.end.p0(ptr %v)
  ret void
}
; The loop ends with a store for those that return from it; what it has computed goes on for the others.
; SEARCH-LABEL: @search(
; SEARCH: br i1 {{%.*}}, label %rest.rest, label
; SEARCH: rest.rest:
; SEARCH-NEXT: call void @__hd_mask
; SEARCH-NEXT: call void @__hd_barrier
; SEARCH-NEXT: store i64 %next
; SEARCH: work:
; SEARCH-NEXT: call void @__hd_mask
; SEARCH-NEXT: store i64 %k
; SEARCH-NEXT: br label %returns
define spir_kernel void @search(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %cell = getelementptr i64, ptr addrspace(1) %p, i64 %id
  br label %again
again:
  %k = phi i64 [ 0, %entry ], [ %next, %more ]
  %found = icmp eq i64 %k, %id
  br i1 %found, label %work, label %more
more:
  %next = add i64 %k, 3
  %c = icmp ult i64 %next, %n
  br i1 %c, label %again, label %rest
work:
  store i64 %k, ptr addrspace(1) %cell
  ret void
rest:
  call void @__hd_barrier(i32 1, i32 1)
  store i64 %next, ptr addrspace(1) %cell
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
