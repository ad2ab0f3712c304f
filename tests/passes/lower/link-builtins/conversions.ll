; What is converted to an integer is frozen: out of range it is a number, by which code may branch (§6.2.3.3).
; RUN: heddle-opt --kernel test --passes link-builtins %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: [[CAST:%.*]] = fptosi float %x to i32
; CHECK: [[NUMBER:%.*]] = freeze i32 [[CAST]]
; CHECK: store i32 [[NUMBER]]
; CHECK: [[CALL:%.*]] = call spir_func i8 @_Z13convert_ucharf(float %x)
; CHECK: [[SMALL:%.*]] = freeze i8 [[CALL]]
; CHECK: store i8 [[SMALL]]
; CHECK: call spir_func float @_Z13convert_floati(
; CHECK-NOT: freeze
; CHECK: ret void
define spir_kernel void @test(ptr addrspace(1) %out, float %x) {
  %cast = fptosi float %x to i32
  store i32 %cast, ptr addrspace(1) %out
  %small = call spir_func i8 @_Z13convert_ucharf(float %x)
  store i8 %small, ptr addrspace(1) %out
  %back = call spir_func float @_Z13convert_floati(i32 7)
  store float %back, ptr addrspace(1) %out
  ret void
}
declare spir_func i8 @_Z13convert_ucharf(float)
declare spir_func float @_Z13convert_floati(i32)
