; A gap: InstCombine negates a flag when it is a vector already, and code generation broadcasts its mask through a vector of numbers.
; LLVM: llc -mattr=+sse4.2,+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq %s
; HEDDLE: heddle-opt --kernel test --features=+sse4.2,+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq --passes lower-flags --emit asm %s

; FAULT-LABEL: test:
; FAULT: vpmovm2d
; FAULT: vpmovd2m

; GOOD-LABEL: test:
; GOOD-NOT: {{vpmovm2|vpmov[dw]2m|vpbroadcast}}
; GOOD: kmov{{[dw]}} %e{{[a-z]+}}, %k
; GOOD-NOT: {{vpmovm2|vpmov[dw]2m|vpbroadcast}}
; GOOD: retq
define spir_kernel void @test(ptr %p, ptr %q, i1 %flag) {
  %one = insertelement <16 x i1> poison, i1 %flag, i64 0
  %not = xor <16 x i1> %one, <i1 true, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison>
  %all = shufflevector <16 x i1> %not, <16 x i1> poison, <16 x i32> zeroinitializer
  %x = load <16 x float>, ptr %p
  %kept = select <16 x i1> %all, <16 x float> %x, <16 x float> zeroinitializer
  store <16 x float> %kept, ptr %q
  ret void
}
