; A value wider than what a worker's memory is aligned to: no more is claimed of its slot.
; RUN: heddle-opt --kernel test --lanes 32 --passes drop-address-spaces,linearize,widen,work-groups %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK: store <32 x i64> {{%.*}}, ptr {{%.*}}, align 128
; CHECK: load <32 x i64>, ptr {{%.*}}, align 128
define spir_kernel void @test(ptr addrspace(1) %p) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %id
  %x = load i64, ptr addrspace(1) %at
  call void @__hd_barrier(i32 1, i32 1)
  %y = add i64 %x, 3
  store i64 %y, ptr addrspace(1) %at
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
