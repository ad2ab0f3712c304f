; A load across the border of two stores is a shuffle of them; not after a store to what may be the same, nor of one store alone.
; RUN: heddle-opt --kernel test --passes forward-stores %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @test(
; CHECK: [[A:%.*]] = shufflevector <4 x i32> %x, <4 x i32> %y, <4 x i32> <i32 3, i32 4, i32 5, i32 6>
; CHECK: store <4 x i32> [[A]], ptr %out
; CHECK: %b = load <4 x i32>, ptr %p
; CHECK: %c = load <4 x i32>, ptr %middle
; CHECK: %d = load <4 x i32>, ptr %odd
; CHECK: load atomic
; CHECK: %e = load <4 x i32>, ptr %middle
define spir_kernel void @test(ptr %p, ptr %out, <4 x i32> %x, <4 x i32> %y) {
  %second = getelementptr i8, ptr %p, i64 16
  %middle = getelementptr i8, ptr %p, i64 12
  %odd = getelementptr i8, ptr %p, i64 10
  store <4 x i32> %x, ptr %p, align 4
  store <4 x i32> %y, ptr %second, align 4
  %a = load <4 x i32>, ptr %middle, align 4
  store <4 x i32> %a, ptr %out, align 4
  store <4 x i32> %x, ptr %p, align 4
  store <4 x i32> %y, ptr %second, align 4
  %b = load <4 x i32>, ptr %p, align 4
  store volatile <4 x i32> %b, ptr %out, align 4
  %c = load <4 x i32>, ptr %middle, align 4
  store volatile <4 x i32> %c, ptr %out, align 4
  store <4 x i32> %x, ptr %p, align 4
  store <4 x i32> %y, ptr %second, align 4
  %d = load <4 x i32>, ptr %odd, align 2
  %flag = load atomic i32, ptr %out acquire, align 4
  %e = load <4 x i32>, ptr %middle, align 4
  store volatile <4 x i32> %d, ptr %out, align 4
  store volatile <4 x i32> %e, ptr %out, align 4
  store volatile i32 %flag, ptr %out, align 4
  ret void
}
