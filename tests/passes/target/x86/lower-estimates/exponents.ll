; __hd_exponent and __hd_significand are instructions, in registers of any size, of constants, too.
; RUN: heddle-opt --kernel test --passes lower-estimates --features=+avx512f,+avx512vl %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @test(
; CHECK-DAG: call <16 x float> @llvm.x86.avx512.mask.getexp.ps.512(<16 x float> %x, <16 x float> zeroinitializer, i16 -1, i32 4)
; CHECK-DAG: call <16 x float> @llvm.x86.avx512.mask.getmant.ps.512(<16 x float> %x, i32 8, <16 x float> zeroinitializer, i16 -1, i32 4)
; CHECK-DAG: call <2 x double> @llvm.x86.avx512.mask.getexp.pd.128(<2 x double> {{.*}}, <2 x double> zeroinitializer, i8 -1)
; CHECK-DAG: call <2 x double> @llvm.x86.avx512.mask.getmant.pd.128(<2 x double> {{.*}}, i32 8, <2 x double> zeroinitializer, i8 -1)
; CHECK: call <2 x double> @llvm.x86.avx512.mask.getmant.pd.128(<2 x double> {{.*}}0x7FF0000000000000{{.*}}, i32 8, <2 x double> zeroinitializer, i8 -1)
; CHECK-NOT: call {{.*}} @__hd_
define spir_kernel void @test(<16 x float> %x, double %d, ptr %out) {
  %exponent = call <16 x float> @__hd_exponent.v16f32(<16 x float> %x)
  store volatile <16 x float> %exponent, ptr %out
  %significand = call <16 x float> @__hd_significand.v16f32(<16 x float> %x)
  store volatile <16 x float> %significand, ptr %out
  %exponent.d = call double @__hd_exponent.f64(double %d)
  store volatile double %exponent.d, ptr %out
  %significand.d = call double @__hd_significand.f64(double %d)
  store volatile double %significand.d, ptr %out
  %infinity = call double @__hd_significand.f64(double 0x7FF0000000000000)
  store volatile double %infinity, ptr %out
  ret void
}
declare <16 x float> @__hd_exponent.v16f32(<16 x float>)
declare <16 x float> @__hd_significand.v16f32(<16 x float>)
declare double @__hd_exponent.f64(double)
declare double @__hd_significand.f64(double)
