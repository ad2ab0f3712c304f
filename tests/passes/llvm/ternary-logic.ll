; A gap: the majority of three is three instructions of AVX-512 instead of one.
; LLVM: llc -mattr=+sse4.2,+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq %s
; HEDDLE: heddle-opt --kernel test --features=+sse4.2,+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq --passes ternary-logic --emit asm %s

; FAULT-LABEL: test:
; FAULT: vpand
; FAULT: vpxor
; FAULT: vpternlog

; GOOD-LABEL: test:
; GOOD-NOT: vp{{and|x?or}}
; GOOD: vpternlog{{d|q}} $232,
; GOOD-NOT: vp{{and|x?or}}
; GOOD: retq
define spir_kernel void @test(ptr %p, ptr %q, ptr %r) {
  %x = load <16 x i32>, ptr %p
  %y = load <16 x i32>, ptr %q
  %z = load <16 x i32>, ptr %r
  %both = and <16 x i32> %x, %y
  %differ = xor <16 x i32> %x, %y
  %third = and <16 x i32> %z, %differ
  %majority = or <16 x i32> %both, %third
  store <16 x i32> %majority, ptr %p
  ret void
}
