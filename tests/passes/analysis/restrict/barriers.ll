; Beside a barrier, or atomic operations that order others, what is written through a restrict parameter may be another
; work-item's: it is no longer noalias. What is only read is written by nobody; where nobody is waited for all stay.
; RUN: heddle-opt --kernel waits --passes 'function(restrict)' %s | FileCheck --check-prefix=WAITS %s
; RUN: heddle-opt --kernel orders --passes 'function(restrict)' %s | FileCheck --check-prefix=ORDERS %s
; RUN: heddle-opt --kernel counts --passes 'function(restrict)' %s | FileCheck --check-prefix=COUNTS %s
target triple = "spir64-unknown-unknown"

; WAITS: @waits(ptr %shared, ptr noalias %in)
define spir_kernel void @waits(ptr noalias %shared, ptr noalias %in) {
  %place = getelementptr float, ptr %shared, i64 3
  %x = load float, ptr %in, align 4
  store float %x, ptr %place, align 4
  call void @__hd_barrier(i32 1, i32 1)
  %y = load float, ptr %shared, align 4
  store float %y, ptr %place, align 4
  ret void
}

; ORDERS: @orders(ptr %shared, ptr %flag)
define spir_kernel void @orders(ptr noalias %shared, ptr noalias %flag) {
  store i32 1, ptr %shared, align 4
  store atomic i32 1, ptr %flag release, align 4
  ret void
}

; COUNTS: @counts(ptr noalias %own, ptr noalias %counter)
define spir_kernel void @counts(ptr noalias %own, ptr noalias %counter) {
  store i32 1, ptr %own, align 4
  %before = atomicrmw add ptr %counter, i32 1 monotonic
  ret void
}

declare void @__hd_barrier(i32, i32) convergent
