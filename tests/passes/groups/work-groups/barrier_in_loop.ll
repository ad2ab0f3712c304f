; A barrier in a loop whose count is the same for the group: the loop goes around the work-items, the counter is kept once, the
; work-item's own value in the context.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK-DAG: %i.uniform = alloca i32
; CHECK-DAG: %mine.slot = getelementptr inbounds i8, ptr %context,
; CHECK-NOT: %i.slot
; CHECK-NOT: returned
; The counter is read once, in front of the items.
; CHECK: region.1:
; CHECK: load i32, ptr %i.uniform
; CHECK: br label %items
; After the last item: around once more, or to the end of the group.
; CHECK: region.end{{[0-9]*}}:
; CHECK-NEXT: br label %region.1
; CHECK: region.end{{[0-9]*}}:
; CHECK: %next = load i32, ptr %next_region
; CHECK-NEXT: switch i32 %next, label
; CHECK-NOT: @__hd_barrier
define spir_kernel void @test(ptr addrspace(1) %out, ptr addrspace(3) %box, i32 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %cell = getelementptr i32, ptr addrspace(3) %box, i64 %id
  %begin = load i32, ptr addrspace(3) %cell
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next.i, %loop ]
  %mine = phi i32 [ %begin, %entry ], [ %sum, %loop ]
  store i32 %mine, ptr addrspace(3) %cell
  call void @__hd_barrier(i32 1, i32 1)
  %first = load i32, ptr addrspace(3) %box
  %scaled = mul i32 %first, %i
  %sum = add i32 %mine, %scaled
  %next.i = add i32 %i, 1
  %again = icmp ult i32 %next.i, %n
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum, ptr addrspace(1) %to
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
