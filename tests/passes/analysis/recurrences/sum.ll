; A sum waits for the addition of the iteration before; the counter does not take longer.
; RUN: heddle-opt --kernel test --passes 'print<recurrences>' %s 2>&1 >/dev/null | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: recurrences of test:
; CHECK-NEXT: loop at %loop: 4 cycles

define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr float, ptr addrspace(1) %p, i64 %i
  %value = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %value
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  store float %more, ptr addrspace(1) %p
  ret void
}
