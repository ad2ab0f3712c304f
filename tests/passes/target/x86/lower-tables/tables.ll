; A gather from a constant table of two registers at the most is a permutation, without the mask that this does itself.
; AVX2 has such of eight words.
; RUN: heddle-opt --kernel test --passes lower-tables --features=+avx512f %s | FileCheck --check-prefix=NEW %s
; RUN: heddle-opt --kernel test --passes lower-tables --features=+avx2 %s | FileCheck --check-prefix=OLD %s
target triple = "x86_64-unknown-linux-gnu"

@words = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@doubles = internal constant [16 x double] [double 0.0, double 1.0, double 2.0, double 3.0, double 4.0, double 5.0, double 6.0, double 7.0, double 8.0, double 9.0, double 10.0, double 11.0, double 12.0, double 13.0, double 14.0, double 15.0]
@large = internal constant [17 x double] zeroinitializer
@variable = internal global [4 x i32] zeroinitializer

; OLD: call {{.*}} @llvm.masked.gather.v8f64
; OLD: [[WORDS:%.*]] = call <8 x float> @llvm.x86.avx2.permps(<8 x float> {{.*}}, <8 x i32>
; OLD: [[BITS:%.*]] = bitcast <8 x float> [[WORDS]] to <8 x i32>
; OLD: select <8 x i1> %mask, <8 x i32> [[BITS]], <8 x i32> zeroinitializer
; OLD-COUNT-2: call {{.*}} @llvm.masked.gather
; NEW-LABEL: @test(
; NEW: call <8 x double> @llvm.x86.avx512.vpermi2var.pd.512(<8 x double> <double 0.0{{[^%]*}}>, <8 x i64> %i, <8 x double> <double 8.0
; NEW: [[WORDS:%.*]] = call <16 x float> @llvm.x86.avx512.permvar.sf.512(
; NEW: [[FOUND:%.*]] = shufflevector <16 x float> [[WORDS]]
; NEW: [[BITS:%.*]] = bitcast <8 x float> [[FOUND]] to <8 x i32>
; NEW: select <8 x i1> %mask, <8 x i32> [[BITS]], <8 x i32> zeroinitializer
; NEW-COUNT-2: call {{.*}} @llvm.masked.gather
define spir_kernel void @test(<8 x i64> %i, <8 x i1> %mask, ptr %out) {
  %low = and <8 x i64> %i, splat (i64 15)
  %p0 = getelementptr double, ptr @doubles, <8 x i64> %low
  %r0 = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> align 8 %p0, <8 x i1> splat (i1 true), <8 x double> poison)
  %p1 = getelementptr i32, ptr @words, <8 x i64> %i
  %r1 = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %p1, <8 x i1> %mask, <8 x i32> zeroinitializer)
  %p2 = getelementptr double, ptr @large, <8 x i64> %i
  %r2 = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> align 8 %p2, <8 x i1> splat (i1 true), <8 x double> poison)
  %p3 = getelementptr i32, ptr @variable, <8 x i64> %i
  %r3 = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %p3, <8 x i1> %mask, <8 x i32> zeroinitializer)
  store <8 x double> %r0, ptr %out
  store volatile <8 x i32> %r1, ptr %out
  store volatile <8 x double> %r2, ptr %out
  store volatile <8 x i32> %r3, ptr %out
  ret void
}
