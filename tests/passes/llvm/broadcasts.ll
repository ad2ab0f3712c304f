; A gap: on Zen 4 a broadcast of a float from memory into 512 bits passes through the pipe that shuffles and adds. That of an integer is a mere
; load.
; LLVM: llc -mcpu=znver4 %s
; HEDDLE: heddle-opt --kernel test --features=+sse4.2,+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq --passes drop-unused --emit asm %s

; FAULT-LABEL: test:
; FAULT: vbroadcastss (%rdi), %zmm

; GOOD-LABEL: test:
; GOOD: vpbroadcastd (%rdi), %zmm
define spir_kernel void @test(ptr %p, ptr %q) {
  %x = load float, ptr %p
  %one = insertelement <16 x float> poison, float %x, i64 0
  %all = shufflevector <16 x float> %one, <16 x float> poison, <16 x i32> zeroinitializer
  %old = load <16 x float>, ptr %q
  %new = fadd <16 x float> %all, %old
  %mul = fmul <16 x float> %all, %new
  store <16 x float> %mul, ptr %q
  ret void
}
