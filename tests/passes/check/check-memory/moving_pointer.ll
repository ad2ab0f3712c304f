; A pointer that a loop moves on has its offset in a phi beside it; the size of its object stays one value.
; RUN: heddle-opt --kernel test --check memory --passes check-memory %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

; CHECK: loop:
; CHECK: %offset = phi i64 [ %{{.*}}, %entry ], [ [[NEXT:%.*]], %{{.*}} ]
; CHECK: icmp ult i64 %offset, %limit
; CHECK: [[NEXT]] = add i64 %offset, 4
define spir_kernel void @test(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
entry:
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %in, %entry ], [ %q, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %x = load i32, ptr addrspace(1) %p, align 4
  %t = add i32 %s, %x
  %q = getelementptr i32, ptr addrspace(1) %p, i64 1
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %done
done:
  store i32 %t, ptr addrspace(1) %out, align 4
  ret void
}
!0 = !{i32 1, i32 1, i32 0}
!1 = !{!"none", !"none", !"none"}
!2 = !{!"int*", !"int*", !"int"}
!3 = !{!"", !"", !""}
