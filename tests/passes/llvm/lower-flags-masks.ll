; A gap: InstCombine makes `live ^ (live & leaves)` of `live & ~leaves`. The comparison could answer the opposite, under the mask, in no
; time; the exclusive or is an instruction in each iteration.
; LLVM: llc -mattr=+sse4.2,+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq %s
; HEDDLE: heddle-opt --kernel test --features=+sse4.2,+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq --passes lower-flags --emit asm %s

; FAULT: .LBB0_1:
; FAULT: vcmpltps
; FAULT-NEXT: kxorw
; FAULT: jne .LBB0_1

; GOOD: .LBB0_1:
; GOOD-NOT: {{k(xor|andn|not)}}
; GOOD: vcmpnltps
; GOOD-NOT: {{k(xor|andn|not)}}
; GOOD: jne .LBB0_1
define spir_kernel void @test(ptr %p, ptr %q, float %limit) {
entry:
  %first = load <16 x float>, ptr %p
  %begin = fcmp ogt <16 x float> %first, zeroinitializer
  br label %loop
loop:
  %live = phi <16 x i1> [ %begin, %entry ], [ %rest, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %next, %loop ]
  %x = load <16 x float>, ptr %q
  %added = fadd <16 x float> %sum, %x
  %next = select <16 x i1> %live, <16 x float> %added, <16 x float> %sum
  %leaves = fcmp ogt <16 x float> %next, %first
  %gone = select <16 x i1> %live, <16 x i1> %leaves, <16 x i1> zeroinitializer
  %rest = xor <16 x i1> %gone, %live
  %bits = bitcast <16 x i1> %rest to i16
  %any = icmp ne i16 %bits, 0
  br i1 %any, label %loop, label %done
done:
  store <16 x float> %next, ptr %p
  ret void
}
