; A gap: without mask registers a mask that lives in a loop is packed into words, and is unpacked for each blend and each test.
; LLVM: llc -mattr=+sse4.2,+avx2 %s
; HEDDLE: heddle-opt --kernel test --features=+sse4.2,+avx2 --passes lower-masks --emit asm %s

; FAULT: .LBB0_1:
; FAULT: vpmovzxwd
; FAULT-NEXT: vpslld
; FAULT: vblendvps
; FAULT: jne .LBB0_1

; GOOD: .LBB0_1:
; GOOD-NOT: {{vpmov[sz]x|vpack|vpsl}}
; GOOD: vblendvps
; GOOD-NOT: {{vpmov[sz]x|vpack|vpsl}}
; GOOD: jne .LBB0_1
define spir_kernel void @test(ptr %p, ptr %q) {
entry:
  %first = load <8 x float>, ptr %p
  %begin = fcmp ogt <8 x float> %first, zeroinitializer
  br label %loop
loop:
  %live = phi <8 x i1> [ %begin, %entry ], [ %goes, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %next, %loop ]
  %x = load <8 x float>, ptr %q
  %more = fcmp olt <8 x float> %x, %first
  %goes = and <8 x i1> %live, %more
  %added = fadd <8 x float> %sum, %x
  %next = select <8 x i1> %goes, <8 x float> %added, <8 x float> %sum
  %bits = bitcast <8 x i1> %goes to i8
  %any = icmp ne i8 %bits, 0
  br i1 %any, label %loop, label %done
done:
  store <8 x float> %next, ptr %p
  ret void
}
