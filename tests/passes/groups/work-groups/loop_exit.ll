; Within a loop that items leave in different iterations the counter is the same for all that are in it; after the loop each item
; has a count of its own, which therefore has a place of its own across the barrier.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK-NOT: %i.uniform
; CHECK: %i.slot = getelementptr inbounds i8, ptr %context
define spir_kernel void @test(ptr addrspace(1) %out) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %again = icmp ult i64 %i, %id
  br i1 %again, label %loop, label %end
end:
  call void @__hd_barrier(i32 1, i32 1)
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %id
  store i64 %i, ptr addrspace(1) %to
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
