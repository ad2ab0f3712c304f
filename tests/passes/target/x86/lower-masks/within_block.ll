; A comparison that only its own block uses stays as it is: code generation does it well. Masks of
; wider elements than most of their users become those users' width.
; RUN: heddle-opt --kernel test --features +avx2 --passes lower-masks %s | FileCheck %s

; CHECK-LABEL: @test(
; CHECK: [[A:%.*]] = icmp sgt <8 x i32>
; CHECK-NEXT: select <8 x i1> [[A]]
; CHECK: next:
; CHECK: [[WIDE:%.*]] = and <8 x i32>
; CHECK: [[SIGN:%.*]] = icmp slt <8 x i32> [[WIDE]], zeroinitializer
; CHECK-NEXT: select <8 x i1> [[SIGN]], <8 x i32>
; CHECK: ret void
define spir_kernel void @test(ptr %p, ptr %q, i1 %way) {
entry:
  %v = load <8 x i32>, ptr %p
  %a = icmp sgt <8 x i32> %v, zeroinitializer
  %s = select <8 x i1> %a, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %s, ptr %p
  %b = icmp slt <8 x i32> %v, splat (i32 5)
  br i1 %way, label %next, label %end

next:
  %l = load <8 x i64>, ptr %q
  %c = icmp ne <8 x i64> %l, zeroinitializer
  %m = and <8 x i1> %b, %c
  %t = select <8 x i1> %m, <8 x i32> %v, <8 x i32> %s
  %u = select <8 x i1> %m, <8 x i32> %s, <8 x i32> %v
  store <8 x i32> %t, ptr %p
  store <8 x i32> %u, ptr %q
  br label %end

end:
  ret void
}
