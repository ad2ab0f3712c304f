; Nothing is left by which LLVM could take an access, or the way to it, for right: neither flags that make poison, nor `unreachable`, nor
; promises that loops end, nor undefined operands.
; RUN: heddle-opt --kernel test --guard --passes guard-accesses %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(ptr addrspace(1) %out, i64 %i, float %f)
; CHECK-NOT: nsw
; CHECK-NOT: mustprogress
; CHECK-NOT: unreachable
; CHECK-NOT: undef
; CHECK: [[NUMBER:%.*]] = fptosi float %f to i64
; CHECK-NEXT: freeze i64 [[NUMBER]]
; CHECK: [[SHIFTED:%.*]] = shl i64 {{.*}}, %i
; CHECK-NEXT: freeze i64 [[SHIFTED]]
; CHECK: store i32 0,
; CHECK: ret void
; CHECK: }
define spir_kernel void @test(ptr addrspace(1) noundef nonnull align 4 dereferenceable(64) %out, i64 noundef %i, float %f) mustprogress !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
  %number = fptosi float %f to i64
  %shifted = shl i64 %number, %i
  %sum = add nsw i64 %shifted, 1
  %at = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %sum
  store i32 undef, ptr addrspace(1) %at, align 4
  %none = icmp eq i64 %i, 0
  br i1 %none, label %never, label %done
never:
  unreachable
done:
  ret void
}
!0 = !{i32 1, i32 0, i32 0}
!1 = !{!"none", !"none", !"none"}
!2 = !{!"int*", !"long", !"float"}
!3 = !{!"", !"", !""}
