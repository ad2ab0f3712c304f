; What the machine lacks is done by functions of ours, never by calls of a library.
; RUN: heddle-opt --kernel test --passes link-builtins --features=+sse4.2 %s | FileCheck --check-prefixes=CHECK,OLD %s
; RUN: heddle-opt --kernel test --passes link-builtins --features=+avx2,+fma,+f16c %s | FileCheck --check-prefixes=CHECK,NEW %s
; RUN: heddle-opt --kernel test --emit asm --features=+sse4.2 %s | FileCheck --check-prefix=ASM %s
; ASM-NOT: __{{trunc|extend}}
; ASM-NOT: fma
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; OLD: call float @__hd_soft_fmaf(
; NEW: call float @llvm.fma.f32(
; CHECK: fptrunc float {{.*}} to half
; CHECK: fptrunc double {{.*}} to half
; OLD-COUNT-2: call double @__hd_soft_fma(
; NEW: call <2 x double> @llvm.fma.v2f64(
; One rounding or two, for constants, too: LLVM would fold them either way.
; OLD: [[PRODUCT:%.*]] = fmul float %a, 3.000000e+00
; OLD: fadd float [[PRODUCT]], 1.000000e+00
; NEW: call float @llvm.fma.f32(float %a, float 3.000000e+00, float 1.000000e+00)
define spir_kernel void @test(ptr addrspace(1) %out, float %a, double %b, <4 x half> %c) {
  %product = call float @llvm.fma.f32(float %a, float %a, float 1.0)
  %small = fptrunc float %product to half
  store half %small, ptr addrspace(1) %out
  %wide = fpext <4 x half> %c to <4 x float>
  %to = getelementptr i8, ptr addrspace(1) %out, i64 16
  store <4 x float> %wide, ptr addrspace(1) %to
  %smaller = fptrunc double %b to half
  %at = getelementptr i8, ptr addrspace(1) %out, i64 32
  store half %smaller, ptr addrspace(1) %at
  %one = insertelement <2 x double> poison, double %b, i64 0
  %two = insertelement <2 x double> %one, double %b, i64 1
  %products = call <2 x double> @llvm.fma.v2f64(<2 x double> %two, <2 x double> %two, <2 x double> %two)
  %beyond = getelementptr i8, ptr addrspace(1) %out, i64 48
  store <2 x double> %products, ptr addrspace(1) %beyond
  %sum = call float @llvm.fmuladd.f32(float %a, float 3.0, float 1.0)
  store float %sum, ptr addrspace(1) %out
  ret void
}
declare <2 x double> @llvm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.fmuladd.f32(float, float, float)
