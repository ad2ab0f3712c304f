; A gap: without mask registers an unsigned comparison is a maximum and a test for equality in each iteration. One side is the same in all of
; them, and the other is one number for all lanes: a signed comparison of both with another sign is one instruction.
; LLVM: llc -mattr=+avx2 %s
; HEDDLE: heddle-opt --kernel test --features=+avx2 --passes lower-comparisons --emit asm %s

; FAULT: .LBB0_1:
; FAULT: vpmaxud
; FAULT-NEXT: vpcmpeqd
; FAULT: jne .LBB0_1

; GOOD: .LBB0_1:
; GOOD-NOT: {{vpmaxud|vpminud|vpcmpeqd}}
; GOOD: vpcmpgtd
; GOOD: jne .LBB0_1
define spir_kernel void @test(ptr %p, <8 x i32> %most, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %one = insertelement <8 x i32> poison, i32 %i, i64 0
  %all = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  %below = icmp ult <8 x i32> %all, %most
  %x = load <8 x i32>, ptr %p
  %add = select <8 x i1> %below, <8 x i32> %x, <8 x i32> zeroinitializer
  %more = add <8 x i32> %sum, %add
  %next = add i32 %i, 1
  %again = icmp ne i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %r = call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %more)
  store i32 %r, ptr %p
  ret void
}
