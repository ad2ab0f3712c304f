; A load that is the same for all items is kept once; one from a place of the item's own for each item; what an atomic returns
; and what a private array holds is never taken for the same.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK-DAG: %same.uniform = alloca i32
; CHECK-DAG: %same.float.uniform = alloca float
; CHECK-DAG: %own.slot = getelementptr
; CHECK-DAG: %ticket.slot = getelementptr
; CHECK-DAG: %private.slot = getelementptr
; CHECK: region.1:
define spir_kernel void @test(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %array = alloca [4 x i32]
  %id = call i64 @__hd_local_id(i32 0)
  %same = load i32, ptr addrspace(1) %in
  %converted = uitofp i32 %same to float
  %same.float = fmul float %converted, 2.0
  %place = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %own = load i32, ptr addrspace(1) %place
  %ticket = atomicrmw add ptr addrspace(1) %out, i32 1 seq_cst
  store i32 %own, ptr %array
  %private = load i32, ptr %array
  call void @__hd_barrier(i32 1, i32 1)
  %a = add i32 %same, %own
  %b = add i32 %a, %ticket
  %c = add i32 %b, %private
  %d = fptoui float %same.float to i32
  %e = add i32 %c, %d
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %e, ptr addrspace(1) %to
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
