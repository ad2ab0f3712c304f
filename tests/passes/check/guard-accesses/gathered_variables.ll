; A function that is inlined in a loop leaves its variables there. They are one of each, at the kernel's beginning, and begin as zeros.
; RUN: heddle-opt --kernel test --guard --passes guard-accesses %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: alloca [4 x i32]
; CHECK: br label %again
; CHECK-NOT: alloca
; CHECK: }
define spir_kernel void @test(ptr addrspace(1) align 4 %out, i64 %n) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
  br label %again
again:
  %i = phi i64 [ 0, %0 ], [ %next, %again ]
  %own = alloca [4 x i32], align 4
  %place = and i64 %i, 3
  %element = getelementptr [4 x i32], ptr %own, i64 0, i64 %place
  %old = load volatile i32, ptr %element, align 4
  %new = add i32 %old, 1
  store volatile i32 %new, ptr %element, align 4
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %new, ptr addrspace(1) %at, align 4
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %again, label %done
done:
  ret void
}

!0 = !{i32 1, i32 0}
!1 = !{!"none", !"none"}
!2 = !{!"int*", !"ulong"}
!3 = !{!"", !""}
