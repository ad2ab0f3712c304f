; Ways that no branch parts neatly: a uniform value is selected by the conditions, not by the masks.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK-NOT: select i1 %mask{{.*}}, i64
; CHECK: [[NOTA:%.*]] = xor i1 %a, true
; CHECK: [[NOTB:%.*]] = xor i1 %b, true
; CHECK: [[SECOND:%.*]] = select i1 %a, i1 [[NOTB]], i1 false
; CHECK: [[NO:%.*]] = select i1 [[NOTA]], i1 true, i1 [[SECOND]]
; CHECK: select i1 [[NO]], i64 7, i64 5
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n, i64 %m) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %c = icmp eq i64 %id, 3
  %a = icmp ugt i64 %n, 10
  br i1 %c, label %first, label %end
first:
  br i1 %a, label %second, label %no
second:
  %b = icmp ugt i64 %m, 10
  br i1 %b, label %yes, label %no
yes:
  br label %meet
no:
  br label %meet
meet:
  %v = phi i64 [ 5, %yes ], [ 7, %no ]
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %id
  store i64 %v, ptr addrspace(1) %at
  br label %end
end:
  store i64 0, ptr addrspace(1) %p
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
