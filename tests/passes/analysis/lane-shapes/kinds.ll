; Values are uniform, affine, affine modulo 2^32, piecewise affine, or vary in another way.
; RUN: heddle-opt --kernel test --lanes 8 --passes 'drop-address-spaces,print<lane-shapes>' %s 2>&1 >/dev/null | FileCheck %s
; RUN: heddle-opt --kernel test --lanes 8,0,2 --passes 'drop-address-spaces,print<lane-shapes>' %s 2>&1 >/dev/null | FileCheck %s --check-prefix ROWS
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: lane-shapes of test:
; CHECK: %x = call i64 @__hd_global_id(i32 0)
; CHECK-NEXT: ; affine, stride 1{{$}}
; CHECK-NEXT: %y = call
; CHECK-NEXT: ; uniform{{$}}
; ROWS: %y = call
; ROWS-NEXT: ; uniform, differs between rows{{$}}
; CHECK-NEXT: %twice = shl
; CHECK-NEXT: ; affine, stride 2{{$}}
; CHECK-NEXT: %sum = add
; CHECK-NEXT: ; affine, stride 2{{$}}
; ROWS: %sum = add
; ROWS-NEXT: ; affine, stride 2, differs between rows{{$}}
; CHECK-NEXT: %address = getelementptr
; CHECK-NEXT: ; affine, stride 8{{$}}
; CHECK-NEXT: %varies = load
; CHECK-NEXT: ; varying{{$}}
; CHECK-NEXT: %shared = getelementptr
; CHECK-NEXT: ; uniform{{$}}
; CHECK-NEXT: %same = load
; CHECK-NEXT: ; uniform{{$}}
; CHECK: %index = zext i32 %moved to i64
; CHECK-NEXT: ; piecewise affine modulo 2^32, stride 1{{$}}
; CHECK-NEXT: %near = getelementptr
; CHECK-NEXT: ; affine where it is accessed, stride 4{{$}}
; CHECK: %bounded = call i64 @llvm.smin
; CHECK-NEXT: ; piecewise affine, stride 1, clamp %bounded{{$}}
; CHECK: %far = mul i64 %index, 1000000
; CHECK-NEXT: ; affine modulo 2^32, stride 1000000{{$}}
; CHECK: %line = udiv i64 %x, %y
; CHECK-NEXT: ; piecewise affine, stride 0, quotient %line{{$}}
; CHECK: %square = mul
; CHECK-NEXT: ; varying{{$}}
; CHECK: %own = alloca
; CHECK-NEXT: ; affine, stride 4, elements of 4 bytes interleaved

define spir_kernel void @test(ptr addrspace(1) %p, i32 %n) {
  %x = call i64 @__hd_global_id(i32 0)
  %y = call i64 @__hd_global_id(i32 1)
  %twice = shl i64 %x, 1
  %sum = add i64 %twice, %y
  %address = getelementptr i32, ptr addrspace(1) %p, i64 %sum
  %varies = load i32, ptr addrspace(1) %address
  %shared = getelementptr i32, ptr addrspace(1) %p, i64 %y
  %same = load i32, ptr addrspace(1) %shared
  %narrow = trunc i64 %x to i32
  %moved = add i32 %narrow, %n
  %index = zext i32 %moved to i64
  %near = getelementptr i32, ptr addrspace(1) %p, i64 %index
  %read = load i32, ptr addrspace(1) %near
  %bounded = call i64 @llvm.smin.i64(i64 %x, i64 %y)
  %clamped = trunc i64 %bounded to i32
  %far = mul i64 %index, 1000000
  %line = udiv i64 %x, %y
  %square = mul i64 %x, %x
  %all = add i32 %varies, %same
  %more = add i32 %all, %read
  %most = add i32 %more, %clamped
  %last = trunc i64 %square to i32
  %result = add i32 %most, %last
  %own = alloca [16 x i32]
  %element = getelementptr [16 x i32], ptr %own, i64 0, i64 %y
  store i32 %result, ptr %element
  %back = load i32, ptr %element
  store i32 %back, ptr addrspace(1) %address
  ret void
}
declare i64 @__hd_global_id(i32) memory(none)
declare i64 @llvm.smin.i64(i64, i64)
