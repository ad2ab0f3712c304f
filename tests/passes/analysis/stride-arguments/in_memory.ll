; Numbers in memory that ids are multiplied by on their way into an address: at an address that is the same for all work-items.
; RUN: heddle-opt --kernel test --passes 'drop-address-spaces,print<stride-arguments>' %s 2>&1 >/dev/null | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: stride-arguments of test:
; CHECK-NEXT: in memory: %stride, times %id{{$}}
; CHECK-NOT: in memory
define spir_kernel void @test(ptr addrspace(1) %p, ptr addrspace(1) %layout) {
entry:
  %id = call i64 @__hd_global_id(i32 0)
  %stride.at = getelementptr i32, ptr addrspace(1) %layout, i64 2
  %stride = load i32, ptr addrspace(1) %stride.at
  %wide = sext i32 %stride to i64
  %place = mul i64 %wide, %id
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %place
  store i64 1, ptr addrspace(1) %at
  %own.at = getelementptr i64, ptr addrspace(1) %layout, i64 %id
  %own = load i64, ptr addrspace(1) %own.at
  %own.place = mul i64 %own, %id
  %own.to = getelementptr i64, ptr addrspace(1) %p, i64 %own.place
  store i64 2, ptr addrspace(1) %own.to
  %volatile = load volatile i64, ptr addrspace(1) %layout
  %volatile.place = mul i64 %volatile, %id
  %volatile.to = getelementptr i64, ptr addrspace(1) %p, i64 %volatile.place
  store i64 3, ptr addrspace(1) %volatile.to
  %factor = load i64, ptr addrspace(1) %layout
  %product = mul i64 %factor, %id
  store i64 %product, ptr addrspace(1) %p
  ret void
}
declare i64 @__hd_global_id(i32) memory(none)
