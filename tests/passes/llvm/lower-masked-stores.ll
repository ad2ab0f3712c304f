; Wrong code: eight bytes are written where the mask has one lane of four, because the element before its truncation is stored.
; LLVM: llc -mattr=+sse4.2,+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq %s
; HEDDLE: heddle-opt --kernel test --features=+sse4.2,+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq --passes lower-masked-stores --emit asm %s

; FAULT-LABEL: test:
; FAULT: vmov{{lps|q}} %xmm{{[0-9]+}}, 8(%rdi)

; GOOD-LABEL: test:
; GOOD-NOT: vmov{{lps|q}} %xmm{{[0-9]+}}, 8(%rdi)
; GOOD: {{movl %e[a-z]+|vmovss %xmm[0-9]+|vmovd %xmm[0-9]+|vpextrd .*|vextractps .*|vpmovqd .*}}, {{.*}}(%rdi)
define spir_kernel void @test(ptr %p, <4 x i64> %v) {
  %low = trunc <4 x i64> %v to <4 x i32>
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %low, ptr align 16 %p, <4 x i1> <i1 false, i1 false, i1 true, i1 false>)
  ret void
}
