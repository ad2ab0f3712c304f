; Along dimension 0 the accesses are contiguous; along dimension 1 nothing but a comparison varies.
; RUN: heddle-opt --kernel test --passes 'drop-address-spaces,print<lane-costs>' %s 2>&1 >/dev/null | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: lane-costs of test:
; CHECK-NEXT: dimension 0: varies, contiguous accesses 9, scattered 0, operations of 8, 16, 32, 64 bits 0 0 0 8, lanes of a register 4
; CHECK-NEXT: dimension 1: varies, contiguous accesses 0, scattered 0, operations of 8, 16, 32, 64 bits 0 0 0 1, lanes of a register 8

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
