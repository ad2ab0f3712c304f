; Any two numbers take two steps in double and a correction, where such numbers are converted by one instruction.
; RUN: heddle-opt --kernel test --passes lower-long-division --features=+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq %s | FileCheck %s
; RUN: heddle-opt --kernel test --passes lower-long-division --features=+avx2,+fma %s | FileCheck --check-prefix=SHORT %s

; CHECK-LABEL: @test(
; CHECK: [[Y:%.*]] = uitofp <8 x i64> %y to <8 x double>
; CHECK: [[ABOUT:%.*]] = fdiv <8 x double> splat (double 1.000000e+00), [[Y]]
; CHECK: fmul <8 x double> [[ABOUT]], splat (double 0x3FEFFFFFFFFFFFF8)
; CHECK: [[FIRST:%.*]] = fptoui <8 x double> {{.*}} to <8 x i64>
; CHECK: [[SECOND:%.*]] = fptoui <8 x double> {{.*}} to <8 x i64>
; CHECK: [[SUM:%.*]] = add <8 x i64> [[FIRST]], [[SECOND]]
; CHECK: [[MORE:%.*]] = icmp uge <8 x i64> {{%.*}}, %y
; CHECK: select <8 x i1> [[MORE]]
; CHECK-NOT: udiv
; SHORT: udiv <8 x i64> %x, %y
define spir_kernel void @test(ptr %out, <8 x i64> %x, <8 x i64> %y) {
  %quotient = udiv <8 x i64> %x, %y
  store <8 x i64> %quotient, ptr %out
  ret void
}
