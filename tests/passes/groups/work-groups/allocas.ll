; Private memory: in the frame if nothing crosses a barrier, in the context for each item if something may, in the context
; once if it is too large for a frame.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK-DAG: %before = alloca [4 x i32]
; CHECK-DAG: %across.slot = getelementptr inbounds i8, ptr %context
; CHECK-DAG: %escapes.slot = getelementptr inbounds i8, ptr %context
; CHECK-DAG: %large = getelementptr inbounds i8, ptr %context, i64 0
; CHECK: region.0:
define spir_kernel void @test(ptr addrspace(1) %out, i64 %n) {
  %before = alloca [4 x i32]
  %across = alloca [4 x i32]
  %escapes = alloca i32
  %holder = alloca ptr
  %large = alloca [1000 x i32]
  %id = call i64 @__hd_local_id(i32 0)
  %a = getelementptr [4 x i32], ptr %before, i64 0, i64 %n
  store i32 1, ptr %a
  %b = getelementptr [4 x i32], ptr %across, i64 0, i64 %n
  store i32 2, ptr %b
  store ptr %escapes, ptr %holder
  %l = getelementptr [1000 x i32], ptr %large, i64 0, i64 %n
  store i32 3, ptr %l
  %x = load i32, ptr %before
  %y = load i32, ptr %large
  %sum = add i32 %x, %y
  store i32 %sum, ptr addrspace(1) %out
  call void @__hd_barrier(i32 1, i32 1)
  %z = load i32, ptr %across
  %p = load ptr, ptr %holder
  store i32 4, ptr %p
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %z, ptr addrspace(1) %to
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
