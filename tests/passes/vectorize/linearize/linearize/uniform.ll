; Branches and loops that all lanes take together stay; an id of another dimension is uniform.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK-NOT: __hd_any
; CHECK: br i1 %c, label %then, label %end
; CHECK-NOT: __hd_any
; CHECK: br i1 %more, label %loop, label %
; CHECK-NOT: __hd_any
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %row = call i64 @__hd_local_id(i32 1)
  %c = icmp ult i64 %row, %n
  br i1 %c, label %then, label %end
then:
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  br label %loop
loop:
  %k = phi i64 [ 0, %then ], [ %next, %loop ]
  store i64 %k, ptr addrspace(1) %at
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
