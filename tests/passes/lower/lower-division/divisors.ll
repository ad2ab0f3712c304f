; A divisor that may be zero, or -1 of a signed division, is one then: nothing traps, and nothing is unreachable. Known
; divisors stay. Whether a quotient is zero is a comparison, without a division.
; RUN: heddle-opt --kernel test --passes lower-division %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
define spir_kernel void @test(ptr addrspace(1) %p, i32 %x, i32 %y, <2 x i32> %v) {
; CHECK: [[Y:%.*]] = freeze i32 %y
; CHECK: [[ZERO:%.*]] = icmp eq i32 [[Y]], 0
; CHECK: [[BY:%.*]] = select i1 [[ZERO]], i32 1, i32 [[Y]]
; CHECK: %unsigned = udiv i32 %x, [[BY]]
  %unsigned = udiv exact i32 %x, %y
  store volatile i32 %unsigned, ptr addrspace(1) %p

; CHECK: [[Y:%.*]] = freeze i32 %y
; CHECK: [[ZERO:%.*]] = icmp eq i32 [[Y]], 0
; CHECK: [[MINUS:%.*]] = icmp eq i32 [[Y]], -1
; CHECK: [[ONE:%.*]] = or i1 [[ZERO]], [[MINUS]]
; CHECK: [[BY:%.*]] = select i1 [[ONE]], i32 1, i32 [[Y]]
; CHECK: %signed = sdiv i32 %x, [[BY]]
; CHECK: [[NEGATED:%.*]] = sub i32 0, %signed
; CHECK: [[RESULT:%.*]] = select i1 [[MINUS]], i32 [[NEGATED]], i32 %signed
; CHECK: store volatile i32 [[RESULT]]
  %signed = sdiv i32 %x, %y
  store volatile i32 %signed, ptr addrspace(1) %p

; x % -1 is x % 1: nothing is negated.
; CHECK: [[BY:%.*]] = select <2 x i1> {{%.*}}, <2 x i32> splat (i32 1), <2 x i32>
; CHECK: %rest = srem <2 x i32> splat (i32 9), [[BY]]
; CHECK-NEXT: store
  %rest = srem <2 x i32> splat (i32 9), %v
  store volatile <2 x i32> %rest, ptr addrspace(1) %p

; CHECK-NOT: select
; CHECK: sdiv i32 %x, 10
; CHECK: urem i32 %x, -1
  %known = sdiv i32 %x, 10
  store volatile i32 %known, ptr addrspace(1) %p
  %large = urem i32 %x, -1
  store volatile i32 %large, ptr addrspace(1) %p

; CHECK-NOT: udiv
; CHECK: icmp ult i32 %x, %y
  %quotient = udiv i32 %x, %y
  %is_zero = icmp eq i32 %quotient, 0
  %number = zext i1 %is_zero to i32
  store volatile i32 %number, ptr addrspace(1) %p
  ret void
}
