; Where each lane goes along a row of its own, 16 bytes of it are read in one iteration, and the rest one by one. Not where
; lanes read neighbours, nor where they leave the loop in different iterations.
; RUN: heddle-opt --kernel rows --lanes 8 --passes unroll-matrix-rows %s | FileCheck %s
; RUN: heddle-opt --kernel columns --lanes 8 --passes unroll-matrix-rows %s | FileCheck --check-prefix=ONE %s
; RUN: heddle-opt --kernel own_ends --lanes 8 --passes unroll-matrix-rows %s | FileCheck --check-prefix=ONE %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @rows(
; CHECK: and i64 %n, 3
; CHECK: loop:
; CHECK-COUNT-4: load float, ptr
; CHECK-NOT: load float
; CHECK: br i1 {{.*}}, label %loop
; CHECK: load float, ptr
; CHECK-NOT: load float
; CHECK: }
define spir_kernel void @rows(ptr %out, ptr %in, i64 %n, i64 %pitch) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %start = mul i64 %id, %pitch
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = add i64 %start, %k
  %from = getelementptr float, ptr %in, i64 %at
  %x = load float, ptr %from, align 4
  %more = fadd float %sum, %x
  %next = add nuw nsw i64 %k, 1
  %is_last = icmp eq i64 %next, %n
  br i1 %is_last, label %end, label %loop
end:
  %to = getelementptr float, ptr %out, i64 %id
  store float %more, ptr %to, align 4
  ret void
}

; ONE: load float
; ONE-NOT: load float
; ONE: }
define spir_kernel void @columns(ptr %out, ptr %in, i64 %n, i64 %pitch) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = mul i64 %k, %pitch
  %at = add i64 %row, %id
  %from = getelementptr float, ptr %in, i64 %at
  %x = load float, ptr %from, align 4
  %more = fadd float %sum, %x
  %next = add nuw nsw i64 %k, 1
  %is_last = icmp eq i64 %next, %n
  br i1 %is_last, label %end, label %loop
end:
  %to = getelementptr float, ptr %out, i64 %id
  store float %more, ptr %to, align 4
  ret void
}

define spir_kernel void @own_ends(ptr %out, ptr %in, i64 %pitch) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %start = mul i64 %id, %pitch
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = add i64 %start, %k
  %from = getelementptr float, ptr %in, i64 %at
  %x = load float, ptr %from, align 4
  %more = fadd float %sum, %x
  %next = add nuw nsw i64 %k, 1
  %is_last = icmp eq i64 %next, %id
  br i1 %is_last, label %end, label %loop
end:
  %to = getelementptr float, ptr %out, i64 %id
  store float %more, ptr %to, align 4
  ret void
}

declare i64 @__hd_local_id(i32) memory(none)
