; A quotient by a constant is the upper half of a product, from products of 32 bits by 32; registers of 128 bits hold too
; few for that.
; RUN: heddle-opt --kernel test --passes lower-long-division --features=+avx2,+fma %s | FileCheck %s
; RUN: heddle-opt --kernel test --passes lower-long-division --features=+sse4.2 %s | FileCheck --check-prefix=SHORT %s
; RUN: heddle-opt --kernel test --passes lower-long-division --disable-pass lower-long-division --features=+avx2,+fma %s | FileCheck --check-prefix=SHORT %s

; CHECK-LABEL: @test(
; CHECK-NOT: {{udiv|urem|sdiv}} <4 x i64> %x, splat (i64 {{1|-7}}
; CHECK: [[LOW:%.*]] = and <4 x i64> %x, splat (i64 4294967295)
; CHECK: [[HIGH:%.*]] = lshr <4 x i64> %x, splat (i64 32)
; CHECK-COUNT-4: mul <4 x i64>
; CHECK: mul <4 x i64> {{%.*}}, splat (i64 1000003)
; CHECK: [[REST:%.*]] = sub <4 x i64> %x,
; CHECK: store <4 x i64> [[REST]]
; A signed one is that of magnitudes.
; CHECK: [[X:%.*]] = call <4 x i64> @llvm.abs.v4i64(<4 x i64> %x, i1 false)
; CHECK: and <4 x i64> [[X]], splat (i64 4294967295)
; CHECK: ashr <4 x i64> %x, splat (i64 63)
; A quarter is a matter of shifts.
; CHECK: sdiv <4 x i64> %x, splat (i64 4)
; SHORT: urem <4 x i64> %x, splat (i64 1000003)
; SHORT: sdiv <4 x i64> %x, splat (i64 -7)
define spir_kernel void @test(ptr %out, <4 x i64> %x) {
  %rest = urem <4 x i64> %x, splat (i64 1000003)
  store <4 x i64> %rest, ptr %out
  %quotient = sdiv <4 x i64> %x, splat (i64 -7)
  store <4 x i64> %quotient, ptr %out
  %quarter = sdiv <4 x i64> %x, splat (i64 4)
  store <4 x i64> %quarter, ptr %out
  ret void
}
