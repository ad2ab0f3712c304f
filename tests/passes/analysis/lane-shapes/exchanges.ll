; Pointers to the partners of butterflies: x ^ d, and the first ones of pairs d apart.
; RUN: heddle-opt --kernel test --lanes 8 --passes 'drop-address-spaces,print<lane-shapes>' %s 2>&1 >/dev/null | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK: %other = getelementptr
; CHECK-NEXT: ; exchange, partners by %partner{{$}}
; CHECK: %first = getelementptr
; CHECK-NEXT: ; piecewise affine, stride 4, union %place, quotient %half, mask %rest, partners by %place{{$}}
; The second ones are a number that lanes share further on.
; CHECK: %second = getelementptr
; CHECK-NEXT: ; piecewise affine, stride 4, union %place, quotient %half, mask %rest, partners by %place{{$}}
; Each lane has a distance of its own, or no neighbours to exchange with.
; CHECK: %varying = getelementptr
; CHECK-NEXT: ; varying{{$}}
; CHECK: %apart = getelementptr
; CHECK-NEXT: ; varying{{$}}

define spir_kernel void @test(ptr addrspace(1) %p, i64 %d, i64 %s) {
  %x = call i64 @__hd_global_id(i32 0)
  %partner = xor i64 %x, %d
  %other = getelementptr i32, ptr addrspace(1) %p, i64 %partner
  %a = load i32, ptr addrspace(1) %other
  %rest = and i64 %x, %d
  %half = lshr i64 %x, %s
  %upper = shl nuw nsw i64 %half, 2
  %place = or i64 %upper, %rest
  %first = getelementptr i32, ptr addrspace(1) %p, i64 %place
  %b = load i32, ptr addrspace(1) %first
  %next = add nuw nsw i64 %place, %d
  %second = getelementptr i32, ptr addrspace(1) %p, i64 %next
  %c = load i32, ptr addrspace(1) %second
  %own = sext i32 %a to i64
  %wild = xor i64 %x, %own
  %varying = getelementptr i32, ptr addrspace(1) %p, i64 %wild
  %e = load i32, ptr addrspace(1) %varying
  %twice = shl i64 %x, 1
  %pairs = xor i64 %twice, %d
  %apart = getelementptr i32, ptr addrspace(1) %p, i64 %pairs
  store i32 %b, ptr addrspace(1) %apart
  %sum = add i32 %c, %e
  store i32 %sum, ptr addrspace(1) %second
  ret void
}
declare i64 @__hd_global_id(i32) memory(none)
