; A loop prefetches rows that later iterations read, if they lie far apart: one line once, and neither
; what processors fetch ahead themselves, nor what an iteration may skip, nor small values.
; RUN: heddle-opt --kernel rows --passes prefetch-strided %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @rows(
; CHECK: entry:
; Nor if there are so few rows that processors fetch ahead along all of them.
; CHECK: [[LONG:%.*]] = icmp ugt i64 {{.*}}, 32
; CHECK: [[ITERATIONS:%.*]] = shl i64 %pitch, 3
; CHECK: [[AHEAD:%.*]] = select i1 [[LONG]], i64 [[ITERATIONS]], i64 0
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

; Few rows of a tile, and a loop around that goes on to the next tile: that is what the next iteration reads.
; RUN: heddle-opt --kernel tiles --passes prefetch-strided %s | FileCheck --check-prefix=TILES %s
; TILES-LABEL: @tiles(
; TILES: [[STEP:%.*]] = shl i64 %pitch, 4
; TILES: row:
; TILES: [[NEXT:%.*]] = getelementptr i8, ptr %place, i64 [[STEP]]
; TILES-NEXT: call void @llvm.prefetch.p0(ptr [[NEXT]], i32 0, i32 3, i32 1)
; TILES-NEXT: %x = load <16 x float>, ptr %place
; TILES-NOT: @llvm.prefetch.p0(ptr
; TILES: ret void
define spir_kernel void @tiles(ptr %p, ptr %along, ptr %q, i64 %pitch, i64 %n) {
entry:
  br label %tile
tile:
  %k = phi i64 [ 0, %entry ], [ %next.k, %tile.end ]
  br label %row
row:
  %y = phi i64 [ 0, %tile ], [ %next.y, %row ]
  %at = add i64 %k, %y
  %offset = mul i64 %at, %pitch
  %place = getelementptr i8, ptr %p, i64 %offset
  %x = load <16 x float>, ptr %place
  %row.offset = mul i64 %y, %pitch
  %same.row = getelementptr i8, ptr %along, i64 %row.offset
  %beside = getelementptr float, ptr %same.row, i64 %k
  %z = load <16 x float>, ptr %beside
  %a = fadd <16 x float> %x, %z
  %b = fmul <16 x float> %a, %a
  %c = fadd <16 x float> %b, %x
  %d = fmul <16 x float> %c, %b
  %e = fadd <16 x float> %d, %a
  %to = getelementptr <16 x float>, ptr %q, i64 %y
  store <16 x float> %e, ptr %to
  %next.y = add nuw nsw i64 %y, 1
  %more = icmp ult i64 %next.y, 16
  br i1 %more, label %row, label %tile.end
tile.end:
  %next.k = add nuw nsw i64 %k, 16
  %again = icmp ult i64 %next.k, %n
  br i1 %again, label %tile, label %end
end:
  ret void
}
