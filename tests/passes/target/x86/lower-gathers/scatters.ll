; Scatters count from the middle, too.
; RUN: heddle-opt --kernel test --features +avx2 --passes lower-gathers %s | FileCheck %s

; CHECK-LABEL: @test(
; CHECK: [[MIDDLE:%.*]] = getelementptr float, ptr %table, i64 2147483648
; CHECK: [[NUMBER:%.*]] = xor <8 x i32> %number, splat (i32 -2147483648)
; CHECK-NEXT: [[INDEX:%.*]] = sext <8 x i32> [[NUMBER]] to <8 x i64>
; CHECK-NEXT: [[PLACE:%.*]] = getelementptr float, ptr [[MIDDLE]], <8 x i64> [[INDEX]]
; CHECK-NEXT: call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %value, <8 x ptr> align 4 [[PLACE]], <8 x i1> %mask)
define spir_kernel void @test(ptr %table, ptr %numbers, <8 x float> %value, <8 x i1> %mask) {
  %number = load <8 x i32>, ptr %numbers
  %index = zext <8 x i32> %number to <8 x i64>
  %places = getelementptr float, ptr %table, <8 x i64> %index
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %value, <8 x ptr> align 4 %places, <8 x i1> %mask)
  ret void
}
