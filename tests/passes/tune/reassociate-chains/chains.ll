; What is there last is taken last: `(late ^ a) ^ b` becomes `late ^ (a ^ b)`. Indices and vectors stay.
; RUN: heddle-opt --kernel chain --passes reassociate-chains %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @chain(
; CHECK: [[LATE:%.*]] = load i32, ptr %q
; CHECK: [[EARLY:%.*]] = xor i32 %b, %a
; CHECK-NEXT: [[X:%.*]] = xor i32 [[LATE]], [[EARLY]]
; CHECK: [[SUM:%.*]] = add i32 %b, %a
; CHECK-NEXT: = add i32 [[X]], [[SUM]]
define spir_kernel void @chain(ptr %p, i32 %a, i32 %b) {
  %i = load i64, ptr %p
  %q = getelementptr i32, ptr %p, i64 %i
  %late = load i32, ptr %q
  %x0 = xor i32 %late, %a
  %x = xor i32 %x0, %b
  %s0 = add nsw i32 %a, %x
  %s = add nsw i32 %s0, %b
  %one = mul i32 %s, 7
  store i32 %one, ptr %p
; A value that is used twice is needed anyway.
; CHECK: [[TWICE:%.*]] = xor i32 [[LATE]], 5
; CHECK: [[BOTH:%.*]] = xor i32 [[LATE]], %a
; CHECK-NEXT: [[REST:%.*]] = xor i32 [[BOTH]], %b
; CHECK-NEXT: store i32 [[BOTH]]
  %twice = xor i32 %late, 5
  store i32 %twice, ptr %p
  %both = xor i32 %late, %a
  %rest = xor i32 %both, %b
  store i32 %both, ptr %p
  store i32 %rest, ptr %p
; CHECK: [[K:%.*]] = sext i32 %k1 to i64
  %k0 = add i32 %late, %a
  %k1 = add i32 %k0, %b
  %k = sext i32 %k1 to i64
; CHECK: %y0 = xor <2 x i32> %v, %w
  %v = load <2 x i32>, ptr %q
  %w = load <2 x i32>, ptr %p
  %y0 = xor <2 x i32> %v, %w
  %y = xor <2 x i32> %y0, %w
  store <2 x i32> %y, ptr %p
  store i64 %k, ptr %p
  ret void
}

; What is there last is known from what is ahead of it: six products take longer than a load.
; CHECK-LABEL: @late_chain(
; CHECK: [[LOAD:%.*]] = load i32, ptr %p
; CHECK: [[SIX:%.*]] = mul i32 %c5, %a
; CHECK-NEXT: [[SUM:%.*]] = add i32 %b, [[LOAD]]
; CHECK-NEXT: = add i32 [[SIX]], [[SUM]]
define spir_kernel void @late_chain(ptr %p, i32 %a, i32 %b) {
  %load = load i32, ptr %p
  %c1 = mul i32 %a, %a
  %c2 = mul i32 %c1, %a
  %c3 = mul i32 %c2, %a
  %c4 = mul i32 %c3, %a
  %c5 = mul i32 %c4, %a
  %c6 = mul i32 %c5, %a
  %s0 = add i32 %load, %c6
  %s = add i32 %s0, %b
  store i32 %s, ptr %p
  ret void
}
