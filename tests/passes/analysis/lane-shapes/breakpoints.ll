; The shape of a piecewise affine value has the places where a new piece may begin between two lanes.
; RUN: heddle-opt --kernel test --lanes 8 --passes 'drop-address-spaces,print<lane-shapes>' %s 2>&1 >/dev/null | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK: %rest = and i64
; CHECK-NEXT: ; piecewise affine, stride 1, mask %rest{{$}}
; CHECK: %place = or i64 %upper, %rest
; CHECK-NEXT: ; piecewise affine, stride 1, union %place, quotient %half, mask %rest{{$}}
; CHECK: %column = urem i64
; CHECK-NEXT: ; piecewise affine, stride 1, period %column{{$}}
; CHECK: %start = mul nuw nsw i64 %line, 64
; CHECK-NEXT: ; piecewise affine, stride 0, quotient %line{{$}}
; CHECK: %element = add nuw nsw i64 %start, %column
; CHECK-NEXT: ; piecewise affine, stride 1, quotient %line, period %column{{$}}
; CHECK: %begun = select
; CHECK-NEXT: ; piecewise affine, stride 1, side %begun{{$}}
; One test holds for a clamp and the clamp that is its operand.
; CHECK: %low = call i64 @llvm.smax
; CHECK-NEXT: ; piecewise affine, stride 1, clamp %low{{$}}
; CHECK: %both = call i64 @llvm.smin
; CHECK-NEXT: ; piecewise affine, stride 1, clamp %both{{$}}
; CHECK: %address = getelementptr
; CHECK-NEXT: ; piecewise affine, stride 4, clamp %both{{$}}
; Disjoint bits are a sum. Others are not.
; CHECK: %apart = or disjoint i64
; CHECK-NEXT: ; piecewise affine, stride 1, clamp %both{{$}}
; CHECK: %mixed = or i64
; CHECK-NEXT: ; varying{{$}}
; A select between ways that lanes take by themselves has no test.
; CHECK: %chosen = select
; CHECK-NEXT: ; varying{{$}}

define spir_kernel void @test(ptr addrspace(1) %p, i64 %n, i64 %m) {
  %x = call i64 @__hd_global_id(i32 0)
  %rest = and i64 %x, %n
  %half = lshr i64 %x, %m
  %upper = mul nuw nsw i64 %half, 4
  %place = or i64 %upper, %rest
  %column = urem i64 %x, %n
  %line = udiv i64 %x, %n
  %start = mul nuw nsw i64 %line, 64
  %element = add nuw nsw i64 %start, %column
  %next = add nuw nsw i64 %x, 1
  %ends = icmp eq i64 %next, %n
  %begun = select i1 %ends, i64 0, i64 %next
  %low = call i64 @llvm.smax.i64(i64 %x, i64 %m)
  %both = call i64 @llvm.smin.i64(i64 %low, i64 %n)
  %address = getelementptr i32, ptr addrspace(1) %p, i64 %both
  %row = shl i64 %n, 9
  %apart = or disjoint i64 %row, %both
  %mixed = or i64 %row, %both
  %varies = load i32, ptr addrspace(1) %address
  %asks = icmp eq i32 %varies, 0
  %chosen = select i1 %asks, i64 %x, i64 %next
  %sum = add i64 %place, %element
  %sum2 = add i64 %sum, %begun
  %sum3 = add i64 %sum2, %chosen
  %sum4 = add i64 %sum3, %apart
  %sum5 = add i64 %sum4, %mixed
  %result = trunc i64 %sum5 to i32
  %own = getelementptr i32, ptr addrspace(1) %p, i64 %x
  store i32 %result, ptr addrspace(1) %own
  ret void
}
declare i64 @__hd_global_id(i32) memory(none)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
