; Pointers within constants that stay in the object, and constant expressions that cast.
; RUN: heddle-opt --kernel test --passes drop-address-spaces %s | FileCheck %s
target triple = "spir64-unknown-unknown"

@text = internal addrspace(2) constant [3 x i8] c"ab\00"
@unused = internal addrspace(2) constant i32 5
@number = addrspace(1) global i32 42, align 4

; CHECK-DAG: @text = internal constant [3 x i8] c"ab\00"
; The program's block has the initial value of what is in global memory.
; CHECK-DAG: @number = {{.*}}global i32 0
; CHECK-NOT: @unused
; CHECK: define {{.*}}@test(
; CHECK-NOT: addrspacecast
; CHECK: load i8, ptr {{.*}}
; CHECK: atomicrmw add ptr @number, i32 1 seq_cst
define spir_kernel void @test(ptr addrspace(1) %out) {
  %c = load i8, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) addrspacecast (ptr addrspace(2) @text to ptr addrspace(4)), i64 1), align 1
  store i8 %c, ptr addrspace(1) %out, align 1
  %old = atomicrmw add ptr addrspace(4) addrspacecast (ptr addrspace(1) @number to ptr addrspace(4)), i32 1 seq_cst
  ret void
}
