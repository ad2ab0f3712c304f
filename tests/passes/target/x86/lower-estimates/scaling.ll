; __hd_scaling is vscalef, in registers of any size.
; RUN: heddle-opt --kernel test --passes lower-estimates --features=+avx512f,+avx512vl %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @test(
; CHECK: call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(<16 x float> %p, <16 x float> %k, <16 x float> zeroinitializer, i16 -1, i32 4)
; CHECK: call <2 x double> @llvm.x86.avx512.mask.scalef.pd.128(
; CHECK: call <8 x float> @llvm.x86.avx512.mask.scalef.ps.256(
; CHECK-NOT: call {{.*}} @__hd_
define spir_kernel void @test(<16 x float> %p, <16 x float> %k, <5 x float> %q, double %d, ptr %out) {
  %a = call <16 x float> @__hd_scaling.v16f32(<16 x float> %p, <16 x float> %k)
  store volatile <16 x float> %a, ptr %out
  %b = call double @__hd_scaling.f64(double %d, double %d)
  store volatile double %b, ptr %out
  %c = call <5 x float> @__hd_scaling.v5f32(<5 x float> %q, <5 x float> %q)
  store volatile <5 x float> %c, ptr %out
  ret void
}
declare <16 x float> @__hd_scaling.v16f32(<16 x float>, <16 x float>)
declare double @__hd_scaling.f64(double, double)
declare <5 x float> @__hd_scaling.v5f32(<5 x float>, <5 x float>)
