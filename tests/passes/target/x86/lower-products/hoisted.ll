; The high half of a product is one instruction only where both factors are extended beside it.
; RUN: heddle-opt --kernel test --passes lower-products %s | FileCheck %s

; CHECK-LABEL: @test(
; CHECK: entry:
; CHECK-NOT: zext
; CHECK: loop:
; CHECK: [[A:%.*]] = zext <16 x i32> %a to <16 x i64>
; CHECK: [[B:%.*]] = zext <16 x i32> %b to <16 x i64>
; CHECK: mul <16 x i64> [[B]], [[A]]
; CHECK: ret void
define spir_kernel void @test(ptr %p, ptr %q, i64 %n) {
entry:
  %b = load <16 x i32>, ptr %q
  %hoisted = zext <16 x i32> %b to <16 x i64>
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr <16 x i32>, ptr %p, i64 %i
  %a = load <16 x i32>, ptr %at
  %wide = zext <16 x i32> %a to <16 x i64>
  %product = mul <16 x i64> %hoisted, %wide
  %high = lshr <16 x i64> %product, splat (i64 32)
  %cut = trunc <16 x i64> %high to <16 x i32>
  store <16 x i32> %cut, ptr %at
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
