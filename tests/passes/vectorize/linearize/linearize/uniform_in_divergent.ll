; A uniform branch in a divergent region becomes a guard; what it selects stays uniform. A loop that
; all active lanes leave together stays a loop, after a guard.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: [[MASK:%.*]] = select i1 %lanes, i1 %c, i1 false
; CHECK: select i1 %u, i64 1, i64 2
; CHECK: [[ANY:%.*]] = call i1 @__hd_any(i1 [[MASK]])
; CHECK: br i1 [[ANY]]
; CHECK: loop:
; CHECK: call void @__hd_mask(i1 [[MASK]])
; CHECK: br i1 %more, label %loop, label %after.loop
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %c = icmp eq i64 %id, 3
  %u = icmp ugt i64 %n, 10
  br i1 %c, label %then, label %end
then:
  br i1 %u, label %one, label %two
one:
  br label %meet
two:
  br label %meet
meet:
  %step = phi i64 [ 1, %one ], [ 2, %two ]
  br label %loop
loop:
  %k = phi i64 [ 0, %meet ], [ %next, %loop ]
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %k
  store i64 %id, ptr addrspace(1) %at
  %next = add i64 %k, %step
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  store i64 0, ptr addrspace(1) %p
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
