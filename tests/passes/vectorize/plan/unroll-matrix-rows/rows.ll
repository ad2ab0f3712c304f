; Where each lane goes along a row of its own, 16 bytes of it are read in one iteration, and the rest one by one. If it writes, too, up to a cache line
; is taken, as far as half of the registers hold it, and of the rest 16 bytes at a time. Not where lanes access neighbours, nor where they leave the loop in different iterations.
; RUN: heddle-opt --kernel written --lanes 16 --passes unroll-matrix-rows --features=+avx2,+avx512f,+avx512bw,+avx512dq,+avx512vl %s | FileCheck --check-prefix=LINE %s
; RUN: heddle-opt --kernel written --lanes 8 --passes unroll-matrix-rows %s | FileCheck --check-prefix=WRITTEN %s
; RUN: heddle-opt --kernel scattered --lanes 8 --passes unroll-matrix-rows %s | FileCheck --check-prefix=ONE %s
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

; LINE-LABEL: @written(
; LINE: and i64 %n, 15
; LINE: loop:
; LINE-COUNT-16: store float
; LINE-NOT: store float
; LINE: br i1 {{.*}}, label %loop
; LINE-COUNT-5: store float
; LINE-NOT: store float
; LINE: }
; WRITTEN-LABEL: @written(
; WRITTEN: loop:
; WRITTEN-COUNT-8: store float
; WRITTEN-NOT: store float
; WRITTEN: br i1 {{.*}}, label %loop
define spir_kernel void @written(ptr %out, ptr %in, i64 %n, i64 %pitch) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %start = mul i64 %id, %pitch
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add i64 %start, %k
  %from = getelementptr float, ptr %in, i64 %at
  %x = load float, ptr %from, align 4
  %twice = fadd float %x, %x
  %to = getelementptr float, ptr %out, i64 %at
  store float %twice, ptr %to, align 4
  %next = add nuw nsw i64 %k, 1
  %is_last = icmp eq i64 %next, %n
  br i1 %is_last, label %end, label %loop
end:
  ret void
}

; It stores elsewhere, too.
define spir_kernel void @scattered(ptr %out, ptr %in, i64 %n, i64 %pitch) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %start = mul i64 %id, %pitch
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add i64 %start, %k
  %from = getelementptr float, ptr %in, i64 %at
  %x = load float, ptr %from, align 4
  %number = fptosi float %x to i64
  %to = getelementptr float, ptr %out, i64 %number
  store float %x, ptr %to, align 4
  %next = add nuw nsw i64 %k, 1
  %is_last = icmp eq i64 %next, %n
  br i1 %is_last, label %end, label %loop
end:
  ret void
}
