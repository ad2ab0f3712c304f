; A gap: InstCombine asks of a wide number's bit after its truncation, which takes an instruction more.
; LLVM: llc -mattr=+sse4.2,+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq %s
; HEDDLE: heddle-opt --kernel test --features=+sse4.2,+avx2,+fma,+avx512f,+avx512vl,+avx512bw,+avx512dq --passes lower-flags --emit asm %s

; FAULT-LABEL: test:
; FAULT: vpmovqd
; FAULT-NEXT: vptestnmd

; GOOD-LABEL: test:
; GOOD-NOT: vpmovqd
; GOOD: vptestnm{{[a-z]}}
; GOOD-NOT: vpmovqd
; GOOD: retq
define spir_kernel void @test(ptr %p, ptr %q, ptr %r) {
  %v = load <8 x i64>, ptr %p
  %x = load <8 x float>, ptr %q
  %low = trunc <8 x i64> %v to <8 x i32>
  %bit = and <8 x i32> %low, splat (i32 4)
  %clear = icmp eq <8 x i32> %bit, zeroinitializer
  %kept = select <8 x i1> %clear, <8 x float> %x, <8 x float> zeroinitializer
  store <8 x float> %kept, ptr %r
  ret void
}
