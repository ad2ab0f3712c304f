; llvm.fptrunc.round is an instruction with a direction: of doubles, or of the ints that they were made of, in whole registers.
; RUN: heddle-opt --kernel test --passes lower-estimates --features=+avx512f,+avx512vl %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @test(
; CHECK-NOT: sitofp
; CHECK: call <16 x float> @llvm.x86.avx512.sitofp.round.v16f32.v16i32(<16 x i32> %n, i32 10)
; CHECK: call <8 x float> @llvm.x86.avx512.mask.cvtpd2ps.512(<8 x double> {{.*}}, <8 x float> zeroinitializer, i8 -1, i32 9)
; CHECK: call <8 x float> @llvm.x86.avx512.mask.cvtpd2ps.512(<8 x double> {{.*}}, <8 x float> zeroinitializer, i8 -1, i32 9)
; CHECK: zext i16 %u to i32
; CHECK: call <16 x float> @llvm.x86.avx512.uitofp.round.v16f32.v16i32(<16 x i32> {{.*}}, i32 11)
; CHECK: sitofp i64 %l to double
; CHECK: call <8 x float> @llvm.x86.avx512.mask.cvtpd2ps.512(<8 x double> {{.*}}, <8 x float> zeroinitializer, i8 -1, i32 11)
; CHECK-NOT: call {{.*}} @llvm.fptrunc.round
define spir_kernel void @test(<16 x i32> %n, <16 x double> %d, i16 %u, i64 %l, ptr %out) {
  %doubles = sitofp <16 x i32> %n to <16 x double>
  %a = call <16 x float> @llvm.fptrunc.round.v16f32.v16f64(<16 x double> %doubles, metadata !"round.upward")
  store volatile <16 x float> %a, ptr %out
  %b = call <16 x float> @llvm.fptrunc.round.v16f32.v16f64(<16 x double> %d, metadata !"round.downward")
  store volatile <16 x float> %b, ptr %out
  %double = uitofp i16 %u to double
  %c = call float @llvm.fptrunc.round.f32.f64(double %double, metadata !"round.towardzero")
  store volatile float %c, ptr %out
  %long = sitofp i64 %l to double
  %e = call float @llvm.fptrunc.round.f32.f64(double %long, metadata !"round.towardzero")
  store volatile float %e, ptr %out
  ret void
}
