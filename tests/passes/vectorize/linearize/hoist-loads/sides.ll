; InstCombine made one load of two: lanes on the inner side lie on a line, those on the other are mirrored. Each side has its load
; again; not where both are scattered, nor where something is stored in between.
; RUN: heddle-opt --kernel apart --lanes 16 --passes linearize --features=+avx2 %s | FileCheck %s
; RUN: heddle-opt --kernel scattered --lanes 16 --passes linearize --features=+avx2 %s | FileCheck --check-prefix=ONE %s
; RUN: heddle-opt --kernel after_store --lanes 16 --passes linearize --features=+avx2 %s | FileCheck --check-prefix=ONE %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @apart(
; CHECK: [[FAR:%.*]] = getelementptr float, ptr %in, i64 %mirrored
; CHECK: load float, ptr [[FAR]]
; CHECK: [[NEAR:%.*]] = getelementptr float, ptr %in, i64 %id
; CHECK: load float, ptr [[NEAR]]
; CHECK: select i1 %is_inside, float
; CHECK-NOT: load float
; CHECK: }
define spir_kernel void @apart(ptr %out, ptr %in, ptr %turns, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %is_inside = icmp ult i64 %id, %n
  br i1 %is_inside, label %inside, label %outside
inside:
  br label %end
outside:
  %place = getelementptr i64, ptr %turns, i64 %id
  %turn = load i64, ptr %place, align 8
  %mirrored = sub i64 %n, %turn
  br label %end
end:
  %index = phi i64 [ %id, %inside ], [ %mirrored, %outside ]
  %from = getelementptr float, ptr %in, i64 %index
  %x = load float, ptr %from, align 4
  %to = getelementptr float, ptr %out, i64 %id
  store float %x, ptr %to, align 4
  ret void
}

; ONE: select i1 {{%.*}}, i64
; ONE: load float
; ONE-NOT: load float
; ONE: }
define spir_kernel void @scattered(ptr %out, ptr %in, ptr %turns, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %place = getelementptr i64, ptr %turns, i64 %id
  %turn = load i64, ptr %place, align 8
  %is_inside = icmp ult i64 %id, %n
  br i1 %is_inside, label %inside, label %outside
inside:
  %before = getelementptr float, ptr %out, i64 %turn
  store float 0.0, ptr %before, align 4
  br label %end
outside:
  %mirrored = sub i64 %n, %turn
  br label %end
end:
  %index = phi i64 [ %turn, %inside ], [ %mirrored, %outside ]
  %from = getelementptr float, ptr %in, i64 %index
  %x = load float, ptr %from, align 4
  %to = getelementptr float, ptr %out, i64 %id
  store float %x, ptr %to, align 4
  ret void
}

define spir_kernel void @after_store(ptr %out, ptr %in, ptr %turns, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %to = getelementptr float, ptr %out, i64 %id
  %is_inside = icmp ult i64 %id, %n
  br i1 %is_inside, label %inside, label %outside
inside:
  br label %end
outside:
  %place = getelementptr i64, ptr %turns, i64 %id
  %turn = load i64, ptr %place, align 8
  br label %end
end:
  %index = phi i64 [ %id, %inside ], [ %turn, %outside ]
  store float 0.0, ptr %to, align 4
  %from = getelementptr float, ptr %in, i64 %index
  %x = load float, ptr %from, align 4
  store float %x, ptr %to, align 4
  ret void
}

declare i64 @__hd_local_id(i32)
