; SROA makes a number of 128 bits of a vector of three whose fourth element is poison. The three are still there when it
; is taken apart.
; RUN: heddle-opt --kernel test --until plan-lanes %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@test(
; CHECK: store i32
; CHECK: ret void
define spir_kernel void @test(ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %y = add i32 %x, 1
  %z = add i32 %x, 2
  %1 = insertelement <4 x i32> poison, i32 %x, i64 0
  %2 = insertelement <4 x i32> %1, i32 %y, i64 1
  %3 = insertelement <4 x i32> %2, i32 %z, i64 2
  %number = bitcast <4 x i32> %3 to i128
  %three = trunc i128 %number to i96
  %vector = bitcast i96 %three to <3 x i32>
  %middle = extractelement <3 x i32> %vector, i64 1
  %place = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %middle, ptr addrspace(1) %place, align 4
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
