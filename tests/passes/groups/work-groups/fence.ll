; A barrier of device scope is a fence for other groups; one of work-group scope costs nothing.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK-NOT: fence
; CHECK: fence acq_rel
; CHECK-NEXT: br label %region.2
; CHECK-NOT: fence
define spir_kernel void @test(ptr addrspace(1) %out) {
  store i64 1, ptr addrspace(1) %out
  call void @__hd_barrier(i32 2, i32 1)
  store i64 2, ptr addrspace(1) %out
  call void @__hd_barrier(i32 2, i32 2)
  store i64 3, ptr addrspace(1) %out
  ret void
}
declare void @__hd_barrier(i32, i32) convergent
