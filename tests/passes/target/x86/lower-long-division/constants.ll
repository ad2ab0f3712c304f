; No machine divides vectors of 64-bit integers, nor has it the high half of their products.
; RUN: heddle-opt --kernel test --features=+avx2,+avx512f,+avx512dq,+avx512vl --passes lower-long-division %s | FileCheck %s
; RUN: heddle-opt --kernel test --features=+avx2,+avx512f,+avx512dq,+avx512vl --emit asm --passes lower-long-division %s | FileCheck --check-prefix=ASM %s
; RUN: heddle-opt --kernel test --features=+avx2 --passes lower-long-division %s | FileCheck --check-prefix=MAGIC %s

; CHECK-LABEL: @test(
; By a constant: products of 32 bits.
; CHECK-COUNT-4: mul <8 x i64>
; Known to be below 2^50: as doubles, a step more for what is rounded.
; CHECK: fdiv <8 x double>
; CHECK: fptoui <8 x double> {{.*}} to <8 x i64>
; CHECK: select <8 x i1>
; What is not known and no constant stays.
; CHECK: udiv <8 x i64>
; Powers of two are shifts.
; CHECK: sdiv <8 x i64> %x, splat (i64 16)
; The rest of a short divisor is short.
; CHECK: and <8 x i64> {{.*}}, splat (i64 1048575)
; CHECK: ret void

; ASM-LABEL: test:
; ASM: vcvttpd2uqq
; ASM-COUNT-2: vpmullq
; ASM-NOT: vpmullq

; Without instructions between long and double: by their bits.
; MAGIC-LABEL: @test(
; MAGIC: or <8 x i64> %small, splat (i64 4841369599423283200)
; MAGIC-NOT: fptoui
; MAGIC: ret void
define spir_kernel void @test(ptr %p) {
  %x = load <8 x i64>, ptr %p
  %a = getelementptr i8, ptr %p, i64 64
  %y = load <8 x i64>, ptr %a
  %constant = udiv <8 x i64> %x, splat (i64 1000003)
  store <8 x i64> %constant, ptr %p
  %small = lshr <8 x i64> %x, splat (i64 14)
  %rest = urem <8 x i64> %small, %y
  store <8 x i64> %rest, ptr %a
  %b = getelementptr i8, ptr %p, i64 128
  %any = udiv <8 x i64> %x, %y
  store <8 x i64> %any, ptr %b
  %c = getelementptr i8, ptr %p, i64 192
  %power = sdiv <8 x i64> %x, splat (i64 16)
  store <8 x i64> %power, ptr %c
  %d = getelementptr i8, ptr %p, i64 256
  %short = urem <8 x i64> %x, splat (i64 1000003)
  %square = mul <8 x i64> %short, %short
  store <8 x i64> %square, ptr %d
  ret void
}
