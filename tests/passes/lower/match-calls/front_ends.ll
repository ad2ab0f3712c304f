; A call of one front end and a function of another: pointers are cast and the convention is the function's. A call that
; differs in more than that is left as it is.
; RUN: heddle-opt --kernel test --passes match-calls %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: [[IMAGE:%.*]] = addrspacecast ptr addrspace(1) %image to ptr
; CHECK: [[ROW:%.*]] = call spir_func ptr @row(ptr [[IMAGE]], i32 7)
; CHECK: [[BACK:%.*]] = addrspacecast ptr [[ROW]] to ptr addrspace(1)
; CHECK: store i32 1, ptr addrspace(1) [[BACK]]
; CHECK: call spir_func i32 @same(i32 3)
; CHECK: call spir_func i32 @same(i64 3)
define spir_kernel void @test(ptr addrspace(1) %image) {
  %row = call ptr addrspace(1) @row(ptr addrspace(1) %image, i32 7)
  store i32 1, ptr addrspace(1) %row
  %as_is = call i32 @same(i32 3)
  %other = call i32 @same(i64 3)
  ret void
}

define spir_func ptr @row(ptr %image, i32 %number) {
  %row = getelementptr i32, ptr %image, i32 %number
  ret ptr %row
}

define spir_func i32 @same(i32 %number) {
  ret i32 %number
}
