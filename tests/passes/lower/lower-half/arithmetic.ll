; Arithmetic of half is that of float, rounded after every operation; each value is converted once.
; RUN: heddle-opt --kernel test --passes lower-half --features=+avx2,+fma,+f16c %s | FileCheck --check-prefixes=CHECK,F16C %s
; RUN: heddle-opt --kernel test --passes lower-half --features=+sse4.2 %s | FileCheck --check-prefixes=CHECK,SOFT %s
; RUN: heddle-opt --kernel test --passes lower-half --features=+avx512fp16,+avx512vl,+avx512bw,+avx512dq,+avx512f,+f16c,+fma,+avx2 %s | FileCheck --check-prefix=NATIVE %s

; CHECK-LABEL: @test(
; F16C-DAG: [[A:%.*]] = fpext <8 x half> %a to <8 x float>
; F16C-DAG: [[B:%.*]] = fpext <8 x half> %b to <8 x float>
; F16C: [[SUM:%.*]] = fadd <8 x float> [[A]], [[B]]
; F16C-NEXT: [[HALF:%.*]] = fptrunc <8 x float> [[SUM]] to <8 x half>
; F16C-NEXT: [[AGAIN:%.*]] = fpext <8 x half> [[HALF]] to <8 x float>
; The negation changes the sign of the float, and no half is made of it.
; F16C: [[MINUS:%.*]] = fneg <8 x float> [[AGAIN]]
; F16C: fmul <8 x float> [[MINUS]], [[A]]
; F16C: fcmp olt <8 x float> [[AGAIN]], [[B]]
; F16C: fsub <8 x float>
; F16C-NOT: fpext
; SOFT-NOT: {{fpext|fptrunc}}
; SOFT: bitcast <8 x half> %a to <8 x i16>
; SOFT-NOT: {{fpext|fptrunc}}
; NATIVE: fadd <8 x half>
; NATIVE: fneg <8 x half>
define spir_kernel void @test(ptr %out, <8 x half> %a, <8 x half> %b) {
  %sum = fadd <8 x half> %a, %b
  %minus = fneg <8 x half> %sum
  %product = fmul <8 x half> %minus, %a
  %less = fcmp olt <8 x half> %sum, %b
  %one = select <8 x i1> %less, <8 x half> %a, <8 x half> %b
  %rest = fsub <8 x half> %one, %product
  store <8 x half> %rest, ptr %out
  ret void
}

; A sign that goes to memory is a bit; halves of doubles are rounded once.
; CHECK-LABEL: @signs(
; CHECK: fptrunc <4 x double> %d to <4 x float>
; F16C: fptrunc <4 x float> {{.*}} to <4 x half>
; CHECK: and <4 x i16> {{.*}}, splat (i16 32767)
; CHECK: xor <4 x i16> {{.*}}, splat (i16 -32768)
define void @signs(ptr %out, <4 x double> %d) {
  %a = fptrunc <4 x double> %d to <4 x half>
  %positive = call <4 x half> @llvm.fabs.v4f16(<4 x half> %a)
  %negative = fneg <4 x half> %positive
  store <4 x half> %negative, ptr %out
  ret void
}

; A product that only a sum takes need not be rounded where the program allows that.
; CHECK-LABEL: @contracted(
; CHECK: [[PRODUCT:%.*]] = fmul contract float
; F16C-NOT: fpext
; CHECK: fadd contract float [[PRODUCT]],
define half @contracted(half %a, half %b, half %c) {
  %product = fmul contract half %a, %b
  %sum = fadd contract half %product, %c
  ret half %sum
}

; All finite halves fit into 32 bits.
; CHECK-LABEL: @whole(
; CHECK: [[WHOLE:%.*]] = fptosi <4 x float> {{.*}} to <4 x i32>
; CHECK: sext <4 x i32> [[WHOLE]] to <4 x i64>
define <4 x i64> @whole(<4 x half> %a) {
  %result = fptoui <4 x half> %a to <4 x i64>
  ret <4 x i64> %result
}

declare <4 x half> @llvm.fabs.v4f16(<4 x half>)
