; An item that returns before a barrier which others reach is remembered, and left out of the regions after.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK-DAG: %next_region = alloca i32
; CHECK-DAG: %own_next = getelementptr inbounds i8, ptr %context
; CHECK: store i32 0, ptr %next_region
; CHECK-DAG: store i32 0, ptr {{%[0-9]+}}
; CHECK-DAG: store i32 1, ptr {{%[0-9]+}}
; CHECK-DAG: store i32 1, ptr %next_region
; CHECK: [[NEXT:%.*]] = load i32, ptr {{%[0-9]+}}
; CHECK: [[STAYS:%.*]] = icmp ne i32 [[NEXT]], 0
; CHECK: br i1 [[STAYS]], label %item.present, label %item.next
define spir_kernel void @test(ptr addrspace(1) %out, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %outside = icmp uge i64 %id, %n
  br i1 %outside, label %end, label %inside
inside:
  call void @__hd_barrier(i32 1, i32 1)
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %id
  store i64 %id, ptr addrspace(1) %to
  br label %end
end:
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
