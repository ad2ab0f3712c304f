; In a group all ids differ, and so does each branch that asks for them.
; RUN: heddle-opt --kernel test --lanes 8 --passes 'drop-address-spaces,print<group-uniformity>' %s 2>&1 >/dev/null | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: group-uniformity of test:
; CHECK: %y = call i64 @__hd_local_id(i32 1)
; CHECK-NEXT: ; divergent
; CHECK: %loop: divergent branch
; CHECK: %i = phi
; CHECK-NEXT: ; uniform{{$}}
; CHECK: %after: divergent branch
; CHECK: %row = icmp
; CHECK-NEXT: ; divergent

define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %x = call i64 @__hd_local_id(i32 0)
  %y = call i64 @__hd_local_id(i32 1)
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %value = load i64, ptr addrspace(1) %at
  %again = icmp ult i64 %next, %value
  br i1 %again, label %loop, label %after
after:
  %last = add i64 %next, %n
  %row = icmp eq i64 %y, %n
  br i1 %row, label %then, label %end
then:
  store i64 %last, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
