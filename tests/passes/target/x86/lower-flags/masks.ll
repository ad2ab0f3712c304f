; The lanes that go on are one operation, and a flag is negated before it is a vector.
; RUN: heddle-opt --kernel test --passes lower-flags %s | FileCheck %s

; CHECK-LABEL: @test(
; CHECK: [[STAY:%.*]] = xor <8 x i1> %leaves, splat (i1 true)
; CHECK-NEXT: [[REST:%.*]] = select <8 x i1> %live, <8 x i1> [[STAY]], <8 x i1> zeroinitializer
; CHECK-NEXT: store <8 x i1> [[REST]], ptr %out
; CHECK: [[NOT:%.*]] = xor i1 %flag, true
; CHECK-NEXT: [[INSERT:%.*]] = insertelement <8 x i1> poison, i1 [[NOT]], i64 0
; CHECK-NEXT: [[SPLAT:%.*]] = shufflevector <8 x i1> [[INSERT]], <8 x i1> poison, <8 x i32> zeroinitializer
; CHECK-NEXT: store <8 x i1> [[SPLAT]], ptr %out
; CHECK: %part = select
; CHECK-NEXT: store <8 x i1> %part
; CHECK-NEXT: xor <8 x i1> %part, %live
define spir_kernel void @test(ptr %out, <8 x i1> %live, <8 x i1> %leaves, i1 %flag) {
  %gone = select <8 x i1> %live, <8 x i1> %leaves, <8 x i1> zeroinitializer
  %rest = xor <8 x i1> %gone, %live
  store <8 x i1> %rest, ptr %out
  %one = insertelement <8 x i1> poison, i1 %flag, i64 0
  %not = xor <8 x i1> %one, <i1 true, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison>
  %all = shufflevector <8 x i1> %not, <8 x i1> poison, <8 x i32> zeroinitializer
  store <8 x i1> %all, ptr %out
  ; What is there anyway is used.
  %part = select <8 x i1> %live, <8 x i1> %leaves, <8 x i1> zeroinitializer
  store <8 x i1> %part, ptr %out
  %other = xor <8 x i1> %part, %live
  store <8 x i1> %other, ptr %out
  ret void
}
