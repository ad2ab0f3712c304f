; llvm.ldexp by a saturated number is a built-in's wish for vscalef, in registers of any size; other numbers are converted.
; RUN: heddle-opt --kernel test --passes lower-estimates --features=+avx512f,+avx512vl %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @test(
; CHECK: call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(<16 x float> %p, <16 x float> %k, <16 x float> zeroinitializer, i16 -1, i32 4)
; CHECK-NOT: call {{.*}} @llvm.fptosi
; CHECK: [[WHOLE:%.*]] = sitofp i32 %n to double
; CHECK: call <2 x double> @llvm.x86.avx512.mask.scalef.pd.128(
; CHECK: call <8 x float> @llvm.x86.avx512.mask.scalef.ps.256(
; CHECK-NOT: call {{.*}} @llvm.ldexp
define spir_kernel void @test(<16 x float> %p, <16 x float> %k, <5 x float> %q, double %d, i32 %n, ptr %out) {
  %floor = call <16 x float> @llvm.floor.v16f32(<16 x float> %k)
  %whole = call <16 x i32> @llvm.fptosi.sat.v16i32.v16f32(<16 x float> %floor)
  %a = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %p, <16 x i32> %whole)
  store volatile <16 x float> %a, ptr %out
  %b = call double @llvm.ldexp.f64.i32(double %d, i32 %n)
  store volatile double %b, ptr %out
  %rint = call <5 x float> @llvm.rint.v5f32(<5 x float> %q)
  %some = call <5 x i32> @llvm.fptosi.sat.v5i32.v5f32(<5 x float> %rint)
  %c = call <5 x float> @llvm.ldexp.v5f32.v5i32(<5 x float> %q, <5 x i32> %some)
  store volatile <5 x float> %c, ptr %out
  ret void
}
