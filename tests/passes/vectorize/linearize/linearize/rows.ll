; In a tile of rows, ids of the rows' dimension differ, too.
; RUN: heddle-opt --kernel test --lanes 16,0,4 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: [[MASK:%.*]] = select i1 %lanes, i1 %c, i1 false
; CHECK: call i1 @__hd_any(i1 [[MASK]])
define spir_kernel void @test(ptr addrspace(1) %p, i64 %n) {
entry:
  %row = call i64 @__hd_local_id(i32 1)
  %c = icmp eq i64 %row, %n
  br i1 %c, label %then, label %end
then:
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %row
  store i64 %row, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
