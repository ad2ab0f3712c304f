; A gap: unsigned numbers of 32 bits make two gathers by numbers of 64 bits. x ^ 2^31 as a signed number is x - 2^31, so that one gather from the
; middle of what they reach does.
; LLVM: llc -mattr=+sse4.2,+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq %s
; HEDDLE: heddle-opt --kernel test --features=+sse4.2,+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq --passes lower-gathers --emit asm %s

; FAULT-LABEL: test:
; FAULT: vpmovzxdq
; FAULT: vgatherqps
; FAULT: vgatherqps

; GOOD-LABEL: test:
; GOOD-NOT: vgatherqps
; GOOD: vgatherdps
; GOOD-NOT: vgatherqps
; GOOD: retq
define spir_kernel void @test(ptr %table, ptr %numbers, ptr %out) {
  %number = load <16 x i32>, ptr %numbers
  %index = zext <16 x i32> %number to <16 x i64>
  %places = getelementptr float, ptr %table, <16 x i64> %index
  %all = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %places, <16 x i1> splat (i1 true), <16 x float> poison)
  store <16 x float> %all, ptr %out
  ret void
}
