; A blend into memory is one of bytes, of which code generation makes no masked store; a mask that
; is the same for all lanes is extended before it is copied to them.
; RUN: heddle-opt --kernel test --features +avx2 --passes lower-masks %s | FileCheck %s
; RUN: heddle-opt --kernel test --features +avx2 --passes lower-masks --emit asm %s \
; RUN:   | FileCheck --check-prefix=ASM %s

; CHECK-LABEL: @test(
; CHECK: [[WIDE:%.*]] = sext i1 %way to i32
; CHECK: insertelement <8 x i32> poison, i32 [[WIDE]], i64 0
; CHECK: select <32 x i1> {{.*}}, <32 x i8> {{.*}}, <32 x i8>
; CHECK: ret void

; ASM-LABEL: test:
; ASM-NOT: maskmov
; ASM: vpblendvb
; ASM-NOT: maskmov
; ASM: retq

define spir_kernel void @test(ptr %p, ptr %q, i1 %way) {
  %v = load <8 x float>, ptr %p
  %c = fcmp ogt <8 x float> %v, zeroinitializer
  %one = insertelement <8 x i1> poison, i1 %way, i64 0
  %all = shufflevector <8 x i1> %one, <8 x i1> poison, <8 x i32> zeroinitializer
  %m = and <8 x i1> %c, %all
  %old = load <8 x float>, ptr %q
  %new = select <8 x i1> %m, <8 x float> %v, <8 x float> %old
  store <8 x float> %new, ptr %q
  ret void
}
