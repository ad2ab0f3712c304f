; __hd_reciprocal and __hd_inverse_root are a built-in's wish for an estimate, of constants, too; arcp and reassoc without nsz and afn are
; that of native_recip and its like. Of the program's own flags those of -cl-fast-relaxed-math ask
; for a quotient by an estimate and one step, which is not taken where x is 0 or infinite; scalars are left alone.
; Before AVX-512 there are estimates of floats.
; RUN: heddle-opt --kernel test --passes lower-estimates --features=+avx512f,+avx512vl %s | FileCheck --check-prefixes=CHECK,NEW %s
; RUN: heddle-opt --kernel test --passes lower-estimates --features=+avx2,+fma %s | FileCheck --check-prefixes=CHECK,OLD %s
; RUN: heddle-opt --kernel test --passes lower-estimates --features=+avx2 %s | FileCheck --check-prefix=PLAIN %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @test(
; NEW: call <16 x float> @llvm.x86.avx512.rcp14.ps.512(<16 x float> %x,
; OLD-COUNT-2: call <8 x float> @llvm.x86.avx.rcp.ps.256(<8 x float>
; NEW: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(<16 x float> %a,
; OLD-COUNT-2: call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float>
; NEW: call <4 x float> @llvm.x86.avx512.rcp14.ps.128(<4 x float> <float 3.000000e+00,
; OLD: call <4 x float> @llvm.x86.sse.rcp.ps(<4 x float> <float 3.000000e+00,
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
define spir_kernel void @test(<16 x float> %x, <16 x float> %a, float %s, ptr %out) {
  %reciprocal = call <16 x float> @__hd_reciprocal.v16f32(<16 x float> %x)
  store <16 x float> %reciprocal, ptr %out
  %inverse = call <16 x float> @__hd_inverse_root.v16f32(<16 x float> %a)
  store <16 x float> %inverse, ptr %out
  %third = call float @__hd_reciprocal.f32(float 3.0)
  store volatile float %third, ptr %out
  %native = fdiv reassoc arcp <16 x float> %a, %x
  store <16 x float> %native, ptr %out
  %own = fdiv fast <16 x float> splat (float 1.0), %a
  store <16 x float> %own, ptr %out
  %own_scalar = fdiv fast float 3.0, %s
  store volatile float %own_scalar, ptr %out
  %rough = fdiv reassoc arcp float 1.0, %s
  store volatile float %rough, ptr %out
  ret void
}
declare <16 x float> @__hd_reciprocal.v16f32(<16 x float>)
declare <16 x float> @__hd_inverse_root.v16f32(<16 x float>)
declare float @__hd_reciprocal.f32(float)
