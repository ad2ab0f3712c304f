; A gap: a table of constants that fits into a register is gathered from, instead of permuted.
; LLVM: llc -mcpu=skylake %s
; HEDDLE: heddle-opt --kernel test --features=+sse4.2,+avx2,+fma --passes lower-tables --emit asm %s

; FAULT-LABEL: test:
; FAULT: vgatherdps

; GOOD-LABEL: test:
; GOOD-NOT: vgather
; GOOD: vperm{{d|ps}}
; GOOD-NOT: vgather
; GOOD: retq
@table = private constant [8 x float] [float 1.0, float 2.0, float 4.0, float 8.0, float 16.0, float 32.0, float 64.0, float 128.0]

define spir_kernel void @test(ptr %numbers, ptr %out) {
  %number = load <8 x i32>, ptr %numbers
  %low = and <8 x i32> %number, splat (i32 7)
  %index = zext nneg <8 x i32> %low to <8 x i64>
  %places = getelementptr float, ptr @table, <8 x i64> %index
  %all = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %places, <8 x i1> splat (i1 true), <8 x float> poison)
  store <8 x float> %all, ptr %out
  ret void
}
