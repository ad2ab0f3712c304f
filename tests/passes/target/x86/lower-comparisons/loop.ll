; In a loop unsigned numbers are compared as signed ones, where one of both stays the same and the other is one for all lanes:
; the sign is changed in front of the loop, and as a scalar. Not where that would be an instruction for each vector, nor where
; there are mask registers.
; RUN: heddle-opt --kernel test --features +avx2 --passes lower-comparisons %s | FileCheck %s
; RUN: heddle-opt --kernel test --features +avx2,+avx512f,+avx512vl,+avx512bw,+avx512dq --passes lower-comparisons %s | FileCheck %s --check-prefix=REGISTERS

; CHECK-LABEL: @test(
; CHECK: entry:
; CHECK: [[MOST:%.*]] = xor <8 x i32> %most, splat (i32 -2147483648)
; CHECK: br label %loop
; CHECK: loop:
; CHECK: [[ROUND:%.*]] = xor i32 %i, -2147483648
; CHECK: [[FIRST:%.*]] = insertelement <8 x i32> poison, i32 [[ROUND]], i64 0
; CHECK: [[ALL:%.*]] = shufflevector <8 x i32> [[FIRST]], <8 x i32> poison, <8 x i32> zeroinitializer
; CHECK: [[ABOVE:%.*]] = icmp sgt <8 x i32> [[ALL]], [[MOST]]
; CHECK: [[FITS:%.*]] = xor <8 x i1> [[ABOVE]], splat (i1 true)
; CHECK: and <8 x i1> {{%.*}}, [[FITS]]
; CHECK: icmp ult <8 x i32> %sum, %most
; CHECK: icmp slt <8 x i32> %all, %most
; CHECK: done:
; CHECK: icmp ugt <8 x i32> %most

; REGISTERS-LABEL: @test(
; REGISTERS: icmp ule <8 x i32> %all, %most
define spir_kernel void @test(ptr %p, ptr %q, <8 x i32> %most) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %live = phi <8 x i1> [ splat (i1 true), %entry ], [ %both, %loop ]
  %one = insertelement <8 x i32> poison, i32 %i, i64 0
  %all = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  %fits = icmp ule <8 x i32> %all, %most
  %both = and <8 x i1> %live, %fits
  %less = icmp ult <8 x i32> %sum, %most
  %signed = icmp slt <8 x i32> %all, %most
  %added = select <8 x i1> %less, <8 x i32> %all, <8 x i32> zeroinitializer
  %again = select <8 x i1> %signed, <8 x i32> %added, <8 x i32> %sum
  %more = add <8 x i32> %sum, %again
  %next = add i32 %i, 1
  %any = bitcast <8 x i1> %both to i8
  %goes = icmp ne i8 %any, 0
  br i1 %goes, label %loop, label %done

done:
  %outside = icmp ugt <8 x i32> %most, splat (i32 7)
  %flags = zext <8 x i1> %outside to <8 x i32>
  store <8 x i32> %more, ptr %p
  store <8 x i32> %flags, ptr %q
  ret void
}
