; Unsigned numbers of 32 bits become signed ones, counted from the middle of what they reach; those
; that are known to be small are left alone.
; RUN: heddle-opt --kernel test --features +avx2 --passes lower-gathers %s | FileCheck %s

; CHECK-LABEL: @test(
; CHECK: [[MIDDLE:%.*]] = getelementptr float, ptr %table, i64 2147483648
; CHECK: [[NUMBER:%.*]] = xor <8 x i32> %number, splat (i32 -2147483648)
; CHECK-NEXT: [[INDEX:%.*]] = sext <8 x i32> [[NUMBER]] to <8 x i64>
; CHECK-NEXT: [[PLACE:%.*]] = getelementptr float, ptr [[MIDDLE]], <8 x i64> [[INDEX]]
; CHECK-NEXT: call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 [[PLACE]]
; CHECK: [[SMALL:%.*]] = and <8 x i32> %number, splat (i32 1023)
; CHECK-NEXT: [[SHORT:%.*]] = zext {{.*}}<8 x i32> [[SMALL]] to <8 x i64>
; CHECK-NEXT: getelementptr float, ptr %table, <8 x i64> [[SHORT]]
; CHECK: ret void
define spir_kernel void @test(ptr %table, ptr %numbers, ptr %out) {
  %number = load <8 x i32>, ptr %numbers
  %index = zext <8 x i32> %number to <8 x i64>
  %places = getelementptr float, ptr %table, <8 x i64> %index
  %all = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %places, <8 x i1> splat (i1 true), <8 x float> zeroinitializer)
  store <8 x float> %all, ptr %out
  %small = and <8 x i32> %number, splat (i32 1023)
  %short = zext nneg <8 x i32> %small to <8 x i64>
  %near = getelementptr float, ptr %table, <8 x i64> %short
  %some = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %near, <8 x i1> splat (i1 true), <8 x float> zeroinitializer)
  store <8 x float> %some, ptr %out
  ret void
}
