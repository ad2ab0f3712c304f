; Tables of bytes and of 16 bits. VBMI permutes the bytes of one register and of two, twice for 256 bytes; without it there are permutations within
; 128 bits, for which numbers of other blocks of the table become 128 or more. Bits that are known to be zero make a table shorter.
; RUN: heddle-opt --kernel test --passes lower-tables --features=+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx2,+avx512vbmi %s | FileCheck --check-prefix=VBMI %s
; RUN: heddle-opt --kernel test --passes lower-tables --features=+avx2 %s | FileCheck --check-prefix=AVX2 %s
; RUN: heddle-opt --kernel test --passes lower-tables --features=+sse4.2 %s | FileCheck --check-prefix=SSE %s
target triple = "x86_64-unknown-linux-gnu"

@string = internal constant [17 x i8] c"0123456789abcdef\00"
@bytes40 = internal constant [40 x i8] c"0123456789abcdefghijklmnopqrstuvwxyz++++"
@bytes256 = internal constant [256 x i8] c"0123456789abcdefghijklmnopqrstuvwxyz+++++++++++++++++++++++++++-0123456789abcdefghijklmnopqrstuvwxyz+++++++++++++++++++++++++++-0123456789abcdefghijklmnopqrstuvwxyz+++++++++++++++++++++++++++-0123456789abcdefghijklmnopqrstuvwxyz+++++++++++++++++++++++++++-"
@words = internal constant [5 x i16] [i16 1, i16 2, i16 3, i16 4, i16 5]

; VBMI-LABEL: @test(
; VBMI: call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> <i8 48, i8 49, {{[^>]*}}i8 102>, <16 x i8>
; VBMI: call <64 x i8> @llvm.x86.avx512.permvar.qi.512(
; VBMI: [[LOW:%.*]] = call <64 x i8> @llvm.x86.avx512.vpermi2var.qi.512(
; VBMI: [[HIGH:%.*]] = call <64 x i8> @llvm.x86.avx512.vpermi2var.qi.512(
; VBMI: select <64 x i1> {{.*}}, <64 x i8> [[HIGH]], <64 x i8> [[LOW]]
; VBMI: call <32 x i16> @llvm.x86.avx512.permvar.hi.512(
; VBMI-NOT: masked.gather
; VBMI: ret void
; AVX2-LABEL: @test(
; AVX2: call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> <i8 48, i8 49, {{[^>]*}}i8 102>, <16 x i8>
; AVX2: [[PLACE:%.*]] = call <16 x i8> @llvm.uadd.sat.v16i8(<16 x i8> {{.*}}, <16 x i8> splat (i8 112))
; AVX2: call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> <i8 48, i8 49, {{[^>]*}}i8 102>, <16 x i8> [[PLACE]])
; AVX2: sub <16 x i8> {{.*}}, splat (i8 16)
; AVX2: call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> <i8 103, {{[^>]*}}>, <16 x i8>
; AVX2: call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(
; AVX2-COUNT-2: call {{.*}} @llvm.masked.gather
; SSE-LABEL: @test(
; SSE-COUNT-4: call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(
; SSE-COUNT-2: call {{.*}} @llvm.masked.gather
define spir_kernel void @test(<16 x i8> %x, ptr %out) {
  %digit = lshr <16 x i8> %x, splat (i8 4)
  %n0 = zext <16 x i8> %digit to <16 x i64>
  %p0 = getelementptr i8, ptr @string, <16 x i64> %n0
  %r0 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %p0, <16 x i1> splat (i1 true), <16 x i8> poison)
  %n1 = zext <16 x i8> %x to <16 x i64>
  %p1 = getelementptr i8, ptr @bytes40, <16 x i64> %n1
  %r1 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %p1, <16 x i1> splat (i1 true), <16 x i8> poison)
  %p2 = getelementptr i8, ptr @bytes256, <16 x i64> %n1
  %r2 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %p2, <16 x i1> splat (i1 true), <16 x i8> poison)
  %p3 = getelementptr i16, ptr @words, <16 x i64> %n0
  %r3 = call <16 x i16> @llvm.masked.gather.v16i16.v16p0(<16 x ptr> align 2 %p3, <16 x i1> splat (i1 true), <16 x i16> poison)
  store volatile <16 x i8> %r0, ptr %out
  store volatile <16 x i8> %r1, ptr %out
  store volatile <16 x i8> %r2, ptr %out
  store volatile <16 x i16> %r3, ptr %out
  ret void
}
