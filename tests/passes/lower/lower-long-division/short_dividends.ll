; A dividend of at most 50 bits is divided in double. What is known of the dividend is asked before any division is replaced:
; the remainder that the loop hands on has 20 bits.
; RUN: heddle-opt --kernel test --passes lower-long-division --features=+avx2,+fma %s | FileCheck --check-prefixes=CHECK,AVX2 %s
; RUN: heddle-opt --kernel test --passes lower-long-division --features=+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq %s | FileCheck --check-prefixes=CHECK,AVX512 %s

; CHECK-LABEL: @test(
; The reciprocal of a number that all lanes share is computed where the number is known.
; CHECK: entry:
; CHECK: [[SOME:%.*]] = call i64 @llvm.umin.i64(i64 %n, i64 1125899906842624)
; CHECK: [[NUMBER:%.*]] = uitofp i64 [[SOME]] to double
; CHECK: fdiv double 1.000000e+00, [[NUMBER]]
; CHECK: loop:
; AVX512: [[X:%.*]] = uitofp <8 x i64> %product to <8 x double>
; AVX2: [[BITS:%.*]] = or <8 x i64> %product, splat (i64 4841369599423283200)
; AVX2: [[AS:%.*]] = bitcast <8 x i64> [[BITS]] to <8 x double>
; AVX2: [[X:%.*]] = fsub <8 x double> [[AS]], splat (double 0x4330000000000000)
; CHECK: [[ABOUT:%.*]] = fmul <8 x double> [[X]],
; CHECK: [[WHOLE:%.*]] = call <8 x double> @llvm.trunc.v8f64(<8 x double> [[ABOUT]])
; CHECK: [[MINUS:%.*]] = fneg <8 x double> [[WHOLE]]
; CHECK: call <8 x double> @llvm.fmuladd.v8f64(<8 x double> [[MINUS]], <8 x double> splat (double 0x412E848600000000), <8 x double> [[X]])
; CHECK-NOT: {{udiv|urem}}
; CHECK: call <8 x double> @llvm.trunc.v8f64
define spir_kernel void @test(ptr %out, <8 x i64> %x, i64 %n, i64 %times) {
entry:
  %head = insertelement <8 x i64> poison, i64 %n, i64 0
  %all = shufflevector <8 x i64> %head, <8 x i64> poison, <8 x i32> zeroinitializer
  %small = urem <8 x i64> %x, splat (i64 1000003)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %power = phi <8 x i64> [ %small, %entry ], [ %rest, %loop ]
  %product = mul <8 x i64> %power, %power
  %rest = urem <8 x i64> %product, splat (i64 1000003)
  %quotient = udiv <8 x i64> %power, %all
  store <8 x i64> %quotient, ptr %out
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %times
  br i1 %more, label %loop, label %exit
exit:
  store <8 x i64> %power, ptr %out
  ret void
}
