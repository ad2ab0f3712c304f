; What says that accesses are right is gone: a test behind them would be folded.
; RUN: heddle-opt --kernel test --check memory --passes check-memory %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(ptr addrspace(1) %out, i64 %i)
; CHECK-NOT: inbounds
; CHECK-NOT: nuw
; CHECK-NOT: !range
; CHECK-NOT: @llvm.assume
; CHECK: ret void
define spir_kernel void @test(ptr addrspace(1) noundef nonnull align 4 dereferenceable(64) noalias %out, i64 noundef %i) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
  %at = getelementptr inbounds nuw i32, ptr addrspace(1) %out, i64 %i
  %value = load i32, ptr addrspace(1) %at, align 4, !range !4
  %small = icmp ult i64 %i, 16
  call void @llvm.assume(i1 %small)
  %next = add i32 %value, 1
  store i32 %next, ptr addrspace(1) %at, align 4
  ret void
}
declare void @llvm.assume(i1)
!0 = !{i32 1, i32 0}
!1 = !{!"none", !"none"}
!2 = !{!"int*", !"long"}
!3 = !{!"", !""}
!4 = !{i32 0, i32 7}
