; floor(log2(|x|)) is a built-in's wish for an exponent, and llvm.ldexp by minus that one for a significand, in registers of any size.
; RUN: heddle-opt --kernel test --passes lower-estimates --features=+avx512f,+avx512vl %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @test(
; CHECK-DAG: call <16 x float> @llvm.x86.avx512.mask.getexp.ps.512(<16 x float> %x, <16 x float> zeroinitializer, i16 -1, i32 4)
; CHECK-DAG: call <16 x float> @llvm.x86.avx512.mask.getmant.ps.512(<16 x float> %x, i32 8, <16 x float> zeroinitializer, i16 -1, i32 4)
; CHECK-DAG: call <2 x double> @llvm.x86.avx512.mask.getexp.pd.128(<2 x double> {{.*}}, <2 x double> zeroinitializer, i8 -1)
; CHECK-DAG: call <2 x double> @llvm.x86.avx512.mask.getmant.pd.128(<2 x double> {{.*}}, i32 8, <2 x double> zeroinitializer, i8 -1)
; CHECK-NOT: call {{.*}} @llvm.{{log2|floor|ldexp}}
define spir_kernel void @test(<16 x float> %x, double %d, ptr %out) {
  %size = call <16 x float> @llvm.fabs.v16f32(<16 x float> %x)
  %logarithm = call <16 x float> @llvm.log2.v16f32(<16 x float> %size) nobuiltin
  %exponent = call <16 x float> @llvm.floor.v16f32(<16 x float> %logarithm)
  store volatile <16 x float> %exponent, ptr %out
  %minus = fneg <16 x float> %exponent
  %n = call <16 x i32> @llvm.fptosi.sat.v16i32.v16f32(<16 x float> %minus)
  %significand = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %x, <16 x i32> %n)
  store volatile <16 x float> %significand, ptr %out
  %size.d = call double @llvm.fabs.f64(double %d)
  %logarithm.d = call double @llvm.log2.f64(double %size.d) nobuiltin
  %exponent.d = call double @llvm.floor.f64(double %logarithm.d)
  store volatile double %exponent.d, ptr %out
  %minus.d = fneg double %exponent.d
  %n.d = call i32 @llvm.fptosi.sat.i32.f64(double %minus.d)
  %significand.d = call double @llvm.ldexp.f64.i32(double %d, i32 %n.d)
  store volatile double %significand.d, ptr %out
  ret void
}
