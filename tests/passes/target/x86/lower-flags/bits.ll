; A bit of a wide number is tested where it is, without truncation.
; RUN: heddle-opt --kernel test --passes lower-flags %s | FileCheck %s

; CHECK-LABEL: @test(
; CHECK-NOT: trunc
; CHECK: [[A:%.*]] = and <8 x i64> [[V:%.*]], splat (i64 1)
; CHECK: icmp ne <8 x i64> [[A]], zeroinitializer
; CHECK-NOT: trunc
; CHECK: [[B:%.*]] = and <8 x i64> [[V]], splat (i64 4)
; CHECK: icmp eq <8 x i64> [[B]], zeroinitializer
; CHECK: trunc <8 x i16>
; CHECK: ret void
define spir_kernel void @test(ptr %p, ptr %q, ptr %r) {
  %v = load <8 x i64>, ptr %p
  %flag = trunc <8 x i64> %v to <8 x i1>
  store <8 x i1> %flag, ptr %q
  %low = trunc <8 x i64> %v to <8 x i32>
  %bit = and <8 x i32> %low, splat (i32 4)
  %clear = icmp eq <8 x i32> %bit, zeroinitializer
  store <8 x i1> %clear, ptr %r
  %short = load <8 x i16>, ptr %p
  %small = trunc <8 x i16> %short to <8 x i1>
  store <8 x i1> %small, ptr %q
  ret void
}

