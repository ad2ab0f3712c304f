; A loop prefetches rows that later rounds read, if they lie far apart: one line once, and neither
; what processors fetch ahead themselves, nor what a round may skip, nor small values.
; RUN: heddle-opt --kernel rows --passes prefetch-rows %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @rows(
; CHECK: entry:
; Nor if there are so few rows that processors fetch ahead along all of them.
; CHECK: [[LONG:%.*]] = icmp ugt i64 {{.*}}, 32
; CHECK: [[ROUNDS:%.*]] = shl i64 %pitch, 3
; CHECK: [[AHEAD:%.*]] = select i1 [[LONG]], i64 [[ROUNDS]], i64 0
; CHECK: loop:
; CHECK: [[LATER:%.*]] = getelementptr i8, ptr %row, i64 [[AHEAD]]
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[LATER]], i32 0, i32 3, i32 1)
; CHECK-NEXT: %x = load <16 x float>, ptr %row
; CHECK-NOT: @llvm.prefetch
; CHECK: ret void
define spir_kernel void @rows(ptr %p, ptr %line, ptr %q, i64 %pitch, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %total, %latch ]
  %offset = mul i64 %k, %pitch
  %row = getelementptr inbounds i8, ptr %p, i64 %offset
  %x = load <16 x float>, ptr %row
  %same.line = getelementptr inbounds i8, ptr %row, i64 4
  %y = load <16 x float>, ptr %same.line
  %along = getelementptr inbounds <16 x float>, ptr %line, i64 %k
  %z = load <16 x float>, ptr %along
  %small = getelementptr inbounds i8, ptr %q, i64 %offset
  %w = load float, ptr %small
  %xy = fmul <16 x float> %x, %y
  %xyz = fmul <16 x float> %xy, %z
  %some = fadd <16 x float> %sum, %xyz
  %skips = fcmp olt float %w, 0.0
  br i1 %skips, label %latch, label %more
more:
  %far = getelementptr inbounds i8, ptr %q, i64 %offset
  %v = load <16 x float>, ptr %far
  %both = fadd <16 x float> %some, %v
  br label %latch
latch:
  %total = phi <16 x float> [ %some, %loop ], [ %both, %more ]
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  store <16 x float> %total, ptr %p
  ret void
}
