; A masked store of one known lane is a store of its element; others stay.
; RUN: heddle-opt --kernel test --passes lower-masked-stores %s | FileCheck %s

; CHECK-LABEL: @test(
; CHECK: [[E:%.*]] = extractelement <4 x i32> %low, i64 2
; CHECK: [[P:%.*]] = getelementptr i8, ptr %p, i64 8
; CHECK: store i32 [[E]], ptr [[P]], align 8
; CHECK: call void @llvm.masked.store.v4i32.p0({{.*}}<4 x i1> <i1 true, i1 false, i1 true, i1 false>)
; CHECK: call void @llvm.masked.store.v4i32.p0({{.*}}<4 x i1> %mask)
; CHECK: ret void
define spir_kernel void @test(ptr %p, <4 x i64> %v, <4 x i1> %mask) {
  %low = trunc <4 x i64> %v to <4 x i32>
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %low, ptr align 16 %p, <4 x i1> <i1 false, i1 false, i1 true, i1 false>)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %low, ptr align 4 %p, <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %low, ptr align 4 %p, <4 x i1> %mask)
  ret void
}
