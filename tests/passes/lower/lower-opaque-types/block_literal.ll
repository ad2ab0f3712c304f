; Types of OpenCL C become pointers, which rebuilds every function: the variable that holds a block's function, whose
; own type stays, must have the new one.
; RUN: heddle-opt --kernel test --passes lower-opaque-types %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK: @literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) } { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr @invoke to ptr addrspace(4)) }
@literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) } { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr @invoke to ptr addrspace(4)) }

; CHECK-NOT: target("spirv.Queue")
; CHECK: declare {{.*}}@take(ptr, ptr addrspace(4))
declare spir_func void @take(target("spirv.Queue"), ptr addrspace(4))

; CHECK: define spir_kernel void @test(ptr %{{.*}})
define spir_kernel void @test(target("spirv.Queue") %queue) {
  call spir_func void @take(target("spirv.Queue") %queue, ptr addrspace(4) addrspacecast (ptr addrspace(1) @literal to ptr addrspace(4)))
  ret void
}

; CHECK: define internal spir_func void @invoke(ptr addrspace(4) %block)
; CHECK-NOT: define
define internal spir_func void @invoke(ptr addrspace(4) %block) {
  ret void
}
