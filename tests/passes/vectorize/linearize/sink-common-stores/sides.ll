; Where ways meet that all end with a store to one place there is one store, for all of them; the nearer ones before the farther
; ones. Not where they go to different places, nor after a read of memory.
; RUN: heddle-opt --kernel four --lanes 16 --passes linearize --features=+avx2 %s | FileCheck %s
; RUN: heddle-opt --kernel apart --lanes 16 --passes linearize --features=+avx2 %s | FileCheck --check-prefix=APART %s
; RUN: heddle-opt --kernel read --lanes 16 --passes linearize --features=+avx2 %s | FileCheck --check-prefix=READ %s
target triple = "x86_64-unknown-linux-gnu"

; Two stores of each of three sides, whose addresses are computed in three blocks.
; CHECK-LABEL: @four(
; CHECK-NOT: store
; CHECK: getelementptr float, ptr %p, i64 %id
; CHECK: store float {{.*}}, align 4
; CHECK: getelementptr float, ptr %q, i64 %id
; CHECK: store float {{.*}}, align 4
; CHECK-NOT: store
; CHECK: }
define spir_kernel void @four(ptr %p, ptr %q, ptr %in) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %from = getelementptr float, ptr %in, i64 %id
  %x = load float, ptr %from, align 4
  %is_less = fcmp olt float %x, 0.0
  br i1 %is_less, label %less, label %more
less:
  %p1 = getelementptr inbounds float, ptr %p, i64 %id
  %q1 = getelementptr inbounds float, ptr %q, i64 %id
  %is_far = fcmp olt float %x, -1.0
  br i1 %is_far, label %far, label %near
far:
  store float 1.0, ptr %p1, align 4
  store float 2.0, ptr %q1, align 4
  br label %end
near:
  store float %x, ptr %p1, align 4
  %half = fmul float %x, 0.5
  store float %half, ptr %q1, align 4
  br label %end
more:
  %p2 = getelementptr inbounds float, ptr %p, i64 %id
  store float 3.0, ptr %p2, align 4
  %q2 = getelementptr inbounds float, ptr %q, i64 %id
  store float 4.0, ptr %q2, align 8
  br label %end
end:
  ret void
}

; APART: store float 1
; APART: store float 2
define spir_kernel void @apart(ptr %p, ptr %q, ptr %in) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %from = getelementptr float, ptr %in, i64 %id
  %x = load float, ptr %from, align 4
  %is_less = fcmp olt float %x, 0.0
  br i1 %is_less, label %less, label %more
less:
  %to_q = getelementptr float, ptr %q, i64 %id
  store float 1.0, ptr %to_q, align 4
  br label %end
more:
  %to_p = getelementptr float, ptr %p, i64 %id
  store float 2.0, ptr %to_p, align 4
  br label %end
end:
  ret void
}

; READ: store float 1
; READ: store float 2
define spir_kernel void @read(ptr %p, ptr %q, ptr %in) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %from = getelementptr float, ptr %in, i64 %id
  %x = load float, ptr %from, align 4
  %to = getelementptr float, ptr %p, i64 %id
  %is_less = fcmp olt float %x, 0.0
  br i1 %is_less, label %less, label %more
less:
  store float 1.0, ptr %to, align 4
  %y = load float, ptr %q, align 4
  br label %end
more:
  store float 2.0, ptr %to, align 4
  br label %end
end:
  %z = phi float [ %y, %less ], [ 0.0, %more ]
  %to_q = getelementptr float, ptr %q, i64 %id
  store float %z, ptr %to_q, align 4
  ret void
}

declare i64 @__hd_local_id(i32)
