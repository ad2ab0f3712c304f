; An item that returns before a barrier which others reach is remembered, and left out of the regions behind.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK-DAG: %next_region = alloca i32
; CHECK-DAG: %returned = getelementptr inbounds i8, ptr %context
; CHECK: store i32 0, ptr %next_region
; CHECK-DAG: store i8 1, ptr
; CHECK-DAG: store i8 0, ptr
; CHECK-DAG: store i32 1, ptr %next_region
; CHECK: [[FLAG:%.*]] = load i8, ptr
; CHECK: [[GONE:%.*]] = icmp ne i8 [[FLAG]], 0
; CHECK: br i1 [[GONE]], label %item.next{{.*}}, label %item.present
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
