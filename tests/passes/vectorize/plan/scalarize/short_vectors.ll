; Short vectors are taken apart: in memory, in arithmetic, in reductions (in order where floats ask for it), in bitcasts, and
; where an element has a number that varies. What an argument holds is only extracted.
; RUN: heddle-opt --kernel arithmetic --passes scalarize %s | FileCheck %s
; RUN: heddle-opt --kernel reductions --passes scalarize %s | FileCheck --check-prefix=SUMS %s
; RUN: heddle-opt --kernel bits --passes scalarize %s | FileCheck --check-prefix=BITS %s
; RUN: heddle-opt --kernel varying --passes scalarize %s | FileCheck --check-prefix=PICK %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @arithmetic(
; CHECK-NOT: {{load|store|fmul}} <
; CHECK: extractelement <4 x float> %by, i64 3
; CHECK-NOT: {{load|store|fmul}} <
; CHECK-COUNT-4: load float, ptr
; CHECK-COUNT-4: store float
; CHECK-NOT: {{load|store|fmul}} <
; CHECK: ret void
define spir_kernel void @arithmetic(ptr %p, <4 x float> %by) {
  %x = load <4 x float>, ptr %p, align 16
  %y = fmul <4 x float> %x, %by
  store <4 x float> %y, ptr %p, align 16
  ret void
}

; SUMS-LABEL: @reductions(
; SUMS-NOT: @llvm.vector.reduce
; SUMS-DAG: [[X0:%.*]] = load float, ptr %p,
; SUMS-DAG: [[A:%.*]] = fadd float [[X0]], 1.000000e+00
; SUMS-DAG: [[B:%.*]] = fadd float [[A]], [[X1:%.*]]
; SUMS: fadd float [[B]], [[X2:%.*]]
; SUMS: call i32 @llvm.smax.i32(
; SUMS-NOT: @llvm.vector.reduce
; SUMS: ret void
define spir_kernel void @reductions(ptr %p, ptr %q) {
  %x = load <3 x float>, ptr %p, align 16
  %sum = call float @llvm.vector.reduce.fadd.v3f32(float 1.0, <3 x float> %x)
  store float %sum, ptr %p, align 4
  %y = load <2 x i32>, ptr %q, align 8
  %most = call i32 @llvm.vector.reduce.smax.v2i32(<2 x i32> %y)
  store i32 %most, ptr %q, align 4
  ret void
}

; BITS-LABEL: @bits(
; BITS-NOT: bitcast <
; BITS: [[LOW:%.*]] = load i16, ptr %p,
; BITS: [[HIGH:%.*]] = load i16, ptr
; BITS-NOT: bitcast <
; BITS: [[UPPER:%.*]] = shl nuw i32 {{%.*}}, 16
; BITS: or disjoint i32
; BITS: ret void
define spir_kernel void @bits(ptr %p, ptr %q) {
  %x = load <2 x i16>, ptr %p, align 4
  %both = bitcast <2 x i16> %x to i32
  %more = add i32 %both, 1
  store i32 %more, ptr %q, align 4
  ret void
}

; PICK-LABEL: @varying(
; PICK-COUNT-4: load i32, ptr
; PICK: call i32 @__hd_pick
; PICK-NOT: icmp
; PICK: ret void
define spir_kernel void @varying(ptr %p, i32 %number) {
  %x = load <4 x i32>, ptr %p, align 16
  %one = extractelement <4 x i32> %x, i32 %number
  store i32 %one, ptr %p, align 4
  ret void
}

declare float @llvm.vector.reduce.fadd.v3f32(float, <3 x float>)
declare i32 @llvm.vector.reduce.smax.v2i32(<2 x i32>)
