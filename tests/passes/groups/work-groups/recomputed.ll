; What follows from ids and arguments alone is computed again after the barrier, not stored: this kernel needs no context.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK-NOT: .slot
; CHECK-NOT: .uniform
; CHECK: region.1:
; CHECK: store i32 7, ptr %to
define spir_kernel void @test(ptr addrspace(1) %out, i64 %n) {
  %id = call i64 @__hd_local_id(i32 0)
  %offset = call i64 @__hd_global_offset(i32 0)
  %place = add i64 %id, %offset
  %scaled = mul i64 %place, %n
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %scaled
  store i32 1, ptr addrspace(1) %to
  call void @__hd_barrier(i32 1, i32 1)
  store i32 7, ptr addrspace(1) %to
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare i64 @__hd_global_offset(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
