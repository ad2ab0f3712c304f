; Logical operations on three vectors are one instruction, what code generation makes one of stays.
; RUN: heddle-opt --kernel majority --passes ternary-logic --features=+sse4.2,+avx2,+avx512f,+avx512bw,+avx512vl,+avx512dq %s | FileCheck --check-prefix=MAJ %s
; RUN: heddle-opt --kernel majority --passes ternary-logic --features=+sse4.2,+avx2 %s | FileCheck --check-prefix=AVX2 %s
; RUN: heddle-opt --kernel five --passes ternary-logic --features=+sse4.2,+avx2,+avx512f,+avx512bw,+avx512vl,+avx512dq %s | FileCheck --check-prefix=FIVE %s
; RUN: heddle-opt --kernel stays --passes ternary-logic --features=+sse4.2,+avx2,+avx512f,+avx512bw,+avx512vl,+avx512dq %s | FileCheck --check-prefix=STAYS %s
target triple = "spir64-unknown-unknown"

; x is the highest bit of the table's index, z the lowest: 0xe8.
; MAJ-LABEL: @majority(
; MAJ-NOT: and
; MAJ: call <16 x i32> @llvm.x86.avx512.pternlog.d.512(<16 x i32> %x, <16 x i32> %y, <16 x i32> %z, i32 232)
; MAJ-NOT: xor
; MAJ: ret void
; AVX2-NOT: pternlog
define spir_kernel void @majority(ptr %p, <16 x i32> %x, <16 x i32> %y, <16 x i32> %z) {
  %a = and <16 x i32> %x, %y
  %b = xor <16 x i32> %x, %y
  %c = and <16 x i32> %b, %z
  %r = or <16 x i32> %a, %c
  store <16 x i32> %r, ptr %p
  ret void
}

; The outer three of four operations on five values; the inner one is left, of another type, and negated.
; FIVE-LABEL: @five(
; FIVE: [[INNER:%.*]] = and <4 x i64> %v, %w
; FIVE-NOT: xor
; FIVE: [[A:%.*]] = bitcast <4 x i64> %x to <8 x i32>
; FIVE: [[R:%.*]] = call <8 x i32> @llvm.x86.avx512.pternlog.d.256(<8 x i32> [[A]], <8 x i32> {{%.*}}, <8 x i32> {{%.*}}, i32
; FIVE: bitcast <8 x i32> [[R]] to <4 x i64>
define spir_kernel void @five(ptr %p, <4 x i64> %v, <4 x i64> %w, <4 x i64> %x, <4 x i64> %y) {
  %inner = and <4 x i64> %v, %w
  %not = xor <4 x i64> %inner, splat (i64 -1)
  %a = xor <4 x i64> %x, %y
  %b = or <4 x i64> %x, %not
  %r = and <4 x i64> %a, %b
  store <4 x i64> %r, ptr %p
  ret void
}

; Two operations; what is used twice; masks; and vectors of another size than a register's.
; STAYS-LABEL: @stays(
; STAYS-NOT: pternlog
; STAYS: ret void
define spir_kernel void @stays(ptr %p, <16 x i32> %x, <16 x i32> %y, <16 x i32> %z, <8 x i1> %m, <8 x i1> %n, <8 x i1> %o, <24 x i32> %l, <24 x i32> %k) {
  %a = and <16 x i32> %x, %y
  %b = xor <16 x i32> %a, %z
  store <16 x i32> %b, ptr %p
  %twice = or <16 x i32> %x, %z
  %c = xor <16 x i32> %twice, %y
  store <16 x i32> %twice, ptr %p
  %d = and <16 x i32> %c, %x
  store <16 x i32> %d, ptr %p
  %e = and <8 x i1> %m, %n
  %f = xor <8 x i1> %m, %o
  %g = or <8 x i1> %e, %f
  store <8 x i1> %g, ptr %p
  %h = and <24 x i32> %l, %k
  %i = xor <24 x i32> %l, %k
  %j = or <24 x i32> %h, %i
  store <24 x i32> %j, ptr %p
  ret void
}
