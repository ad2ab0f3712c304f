; A region reaches from a barrier to the next ones. One in a loop follows itself, and one of device scope is a fence.
; RUN: heddle-opt --kernel test --passes 'drop-address-spaces,print<barrier-regions>' %s 2>&1 >/dev/null | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: barrier-regions of test:
; CHECK-NEXT: region 0, start %entry
; CHECK-NEXT:   blocks %entry %loop
; CHECK-NEXT:   followed by 1
; CHECK-NEXT: region 1 after a barrier, start %body
; CHECK-NEXT:   blocks %body %{{loop %end|end %loop}}
; CHECK-NEXT:   followed by {{1 2|2 1}}
; CHECK-NEXT:   reaches itself
; CHECK-NEXT:   ends in a fence
; CHECK-NEXT: region 2 after a barrier, start %last
; CHECK-NEXT:   blocks %last
; CHECK-NEXT:   followed by return

define spir_kernel void @test(ptr addrspace(1) %p, i1 %again) {
entry:
  br label %loop
loop:
  call void @__hd_barrier(i32 1, i32 1)
  br label %body
body:
  store i32 0, ptr addrspace(1) %p
  br i1 %again, label %loop, label %end
end:
  call void @__hd_barrier(i32 2, i32 2)
  br label %last
last:
  ret void
}
declare void @__hd_barrier(i32, i32) convergent
