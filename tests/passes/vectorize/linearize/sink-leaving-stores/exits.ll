; After a loop that lanes leave in different iterations each would store at a place of its own; in the loop they have one, which those
; who go on write, too.
; RUN: heddle-opt --kernel test --lanes 16 --passes linearize --features=+avx2,+avx512f,+avx512bw,+avx512vl,+avx512dq %s | FileCheck %s
; RUN: heddle-opt --kernel test --lanes 16 --passes linearize --features=+avx2 %s | FileCheck %s
; RUN: heddle-opt --kernel test --lanes 16 --passes linearize --features=+sse4.2 %s | FileCheck --check-prefix=OLD %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @test(
; CHECK: loop:
; CHECK: [[MOVED:%.*]] = load i32, ptr %before
; CHECK: [[GOES:%.*]] = icmp sgt i32 [[MOVED]], %x
; CHECK: [[VALUE:%.*]] = select i1 [[GOES]], i32 [[MOVED]], i32 %x
; CHECK: store i32 [[VALUE]], ptr
; CHECK: store i32 %x, ptr %values
; CHECK: br i1 {{%.*}}, label %loop, label
; CHECK-NOT: store i32 %x
; OLD: after.loop
; OLD: store i32 %x, ptr %place
define spir_kernel void @test(ptr %in, i32 %k) {
entry:
  %values = alloca [16 x i32], align 4
  %id = call i64 @__hd_local_id(i32 0)
  %from = getelementptr i32, ptr %in, i64 %id
  %x = load i32, ptr %from, align 4
  br label %loop
loop:
  %at = phi i32 [ %k, %entry ], [ %less, %body ]
  %index = zext nneg i32 %at to i64
  %here = getelementptr i32, ptr %values, i64 %index
  %before = getelementptr i8, ptr %here, i64 -4
  %moved = load i32, ptr %before, align 4
  %goes = icmp sgt i32 %moved, %x
  br i1 %goes, label %body, label %end
body:
  store i32 %moved, ptr %here, align 4
  %less = add nsw i32 %at, -1
  %more = icmp sgt i32 %at, 1
  br i1 %more, label %loop, label %end
end:
  %last = phi i32 [ %at, %loop ], [ 0, %body ]
  %number = sext i32 %last to i64
  %place = getelementptr inbounds i32, ptr %values, i64 %number
  store i32 %x, ptr %place, align 4
  %back = load i32, ptr %values, align 4
  store i32 %back, ptr %from, align 4
  ret void
}

declare i64 @__hd_local_id(i32) memory(none)
