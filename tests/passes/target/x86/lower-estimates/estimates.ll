; A division of which 12 bits are enough (!fpmath) is a built-in's wish for an estimate; arcp and reassoc without nsz and afn are that of
; native_recip and its like. Of the program's own flags those of -cl-fast-relaxed-math ask
; for a quotient by an estimate and one step, which is not taken where x is 0 or infinite; scalars are left alone.
; Before AVX-512 there are estimates of floats.
; RUN: heddle-opt --kernel test --passes lower-estimates --features=+avx512f,+avx512vl %s | FileCheck --check-prefixes=CHECK,NEW %s
; RUN: heddle-opt --kernel test --passes lower-estimates --features=+avx2,+fma %s | FileCheck --check-prefixes=CHECK,OLD %s
; RUN: heddle-opt --kernel test --passes lower-estimates --features=+avx2 %s | FileCheck --check-prefix=PLAIN %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @test(
; NEW: call <16 x float> @llvm.x86.avx512.rcp14.ps.512(<16 x float> %x,
; OLD-COUNT-2: call <8 x float> @llvm.x86.avx.rcp.ps.256(<8 x float>
; NEW-NOT: llvm.sqrt
; NEW: call <8 x double> @llvm.x86.avx512.rsqrt14.pd.512(<8 x double> %y,
; OLD: call <8 x double> @llvm.sqrt.v8f64(<8 x double> %y)
; NEW: [[DIVISOR:%.*]] = call <16 x float> @llvm.x86.avx512.rcp14.ps.512(<16 x float> %x,
; A quotient of no more than one must stay so, as asin(native_divide(z, r)) wants it.
; NEW: [[REST:%.*]] = call <16 x float> @llvm.fma.v16f32(<16 x float> {{.*}}, <16 x float> [[DIVISOR]], <16 x float> splat (float -1.000000e+00))
; NEW: [[LESS:%.*]] = fneg <16 x float> [[REST]]
; NEW: [[CORRECTED:%.*]] = call <16 x float> @llvm.fma.v16f32(<16 x float> [[LESS]], <16 x float> [[DIVISOR]], <16 x float> [[DIVISOR]])
; NEW: [[INVERSE:%.*]] = select <16 x i1> {{.*}}, <16 x float> [[CORRECTED]], <16 x float> [[DIVISOR]]
; NEW: fmul <16 x float> %a, [[INVERSE]]
; OLD-COUNT-2: call <8 x float> @llvm.x86.avx.rcp.ps.256(<8 x float>
; OLD: [[REST:%.*]] = call <16 x float> @llvm.fma.v16f32(
; OLD: [[REST_NEAR:%.*]] = select <16 x i1> [[NEAR:%.*]], <16 x float> [[REST]], <16 x float> zeroinitializer
; OLD: [[LESS:%.*]] = fneg <16 x float> [[REST_NEAR]]
; OLD: [[DIVISOR_NEAR:%.*]] = select <16 x i1> [[NEAR]], <16 x float> [[DIVISOR:%.*]], <16 x float> zeroinitializer
; OLD: call <16 x float> @llvm.fma.v16f32(<16 x float> [[LESS]], <16 x float> [[DIVISOR_NEAR]], <16 x float> [[DIVISOR]])
; PLAIN: fdiv reassoc <16 x float> %a, %x
; NEW: [[Y:%.*]] = call <16 x float> @llvm.x86.avx512.rcp14.ps.512(<16 x float> %a,
; NEW: [[ERROR:%.*]] = call <16 x float> @llvm.fma.v16f32(<16 x float> {{.*}}, <16 x float> [[Y]], <16 x float> splat (float -1.000000e+00))
; NEW: [[IS_FINITE:%.*]] = fcmp ole <16 x float> [[ERROR]],
; NEW: [[LESS_ERROR:%.*]] = fneg <16 x float> [[ERROR]]
; NEW: [[BETTER:%.*]] = call <16 x float> @llvm.fma.v16f32(<16 x float> [[LESS_ERROR]], <16 x float> [[Y]], <16 x float> [[Y]])
; NEW: select <16 x i1> [[IS_FINITE]], <16 x float> [[BETTER]], <16 x float> [[Y]]
; OLD: fdiv fast <16 x float> splat (float 1.000000e+00), %a
; CHECK: fdiv fast float 3.000000e+00, %s
; Those of scalars are the same as those of vectors.
; NEW: call <4 x float> @llvm.x86.avx512.rcp14.ps.128(
; OLD: call <4 x float> @llvm.x86.sse.rcp.ps(
; NEW-NOT: call float @llvm.fma
; NEW: call <4 x float> @llvm.x86.avx512.rcp14.ps.128(
; NEW-NOT: call float @llvm.fma
; NEW: fmul float 2.000000e+00,
; OLD: call <4 x float> @llvm.x86.sse.rcp.ps(
; OLD: fmul float 2.000000e+00,
define spir_kernel void @test(<16 x float> %x, <8 x double> %y, <16 x float> %a, float %s, ptr %out) {
  %reciprocal = fdiv <16 x float> splat (float 1.0), %x, !fpmath !0
  store <16 x float> %reciprocal, ptr %out
  %root = call <8 x double> @llvm.sqrt.v8f64(<8 x double> %y)
  %inverse = fdiv <8 x double> splat (double 1.0), %root, !fpmath !1
  store <8 x double> %inverse, ptr %out
  %native = fdiv reassoc arcp <16 x float> %a, %x
  store <16 x float> %native, ptr %out
  %own = fdiv fast <16 x float> splat (float 1.0), %a
  store <16 x float> %own, ptr %out
  %own_scalar = fdiv fast float 3.0, %s
  store volatile float %own_scalar, ptr %out
  %rough = fdiv reassoc arcp float 1.0, %s
  store volatile float %rough, ptr %out
  %corrected = fdiv float 2.0, %s, !fpmath !0
  store volatile float %corrected, ptr %out
  ret void
}

!0 = !{float 4.096000e+03}
!1 = !{float 0x4280000000000000}
