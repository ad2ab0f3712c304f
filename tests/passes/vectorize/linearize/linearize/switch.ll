; A divergent switch: the cases follow each other.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK-NOT: switch
; CHECK-DAG: store i64 1
; CHECK-DAG: store i64 2
; CHECK-DAG: store i64 3
; CHECK: ret void
define spir_kernel void @test(ptr addrspace(1) %p) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %id
  switch i64 %id, label %end [ i64 0, label %one
                               i64 7, label %two
                               i64 9, label %three ]
one:
  store i64 1, ptr addrspace(1) %at
  br label %two
two:
  store i64 2, ptr addrspace(1) %at
  br label %end
three:
  store i64 3, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
