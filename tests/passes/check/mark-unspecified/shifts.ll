; Counts of shifts that nobody masks come from SPIR-V, where those of the width or more are undefined.
; RUN: heddle-opt --kernel test --check unspecified --passes mark-unspecified %s | FileCheck %s

; CHECK: [[FAR:%.*]] = icmp uge i32 %by, 32
; CHECK: call void @__hd_service_unspecified(i1 [[FAR]], i32 19, i32 32, i1 false, i64 %{{.*}}, i64 %{{.*}})
; CHECK-NEXT: shl i32 %n, %by
; CHECK-NOT: call
; CHECK: ret void
define spir_kernel void @test(ptr addrspace(1) %out, i32 %n, i32 %by) {
  %far = shl i32 %n, %by
  %masked = and i32 %by, 31
  %near = lshr i32 %far, %masked
  %fixed = ashr i32 %near, 4
  store i32 %fixed, ptr addrspace(1) %out
  ret void
}
