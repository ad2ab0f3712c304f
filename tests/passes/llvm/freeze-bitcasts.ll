; Wrong code: the index of the load has the neighbour's bits. The mask of the lower half of a word is dropped where another block tells that
; its elements have few bits.
; LLVM: llc -mattr=+sse4.2 %s
; HEDDLE: heddle-opt --kernel test --features=+sse4.2 --passes freeze-bitcasts --emit asm %s

; FAULT-LABEL: test:
; FAULT: movq %xmm{{[0-9]+}}, %r[[WORD:[a-z]+]]
; FAULT-NEXT: movl (%rdi,%r[[WORD]],4)

; GOOD-LABEL: test:
; GOOD: movq %xmm{{[0-9]+}}, %r[[WORD:[a-z]+]]
; GOOD-NEXT: mov{{l|zbl}} %{{e?}}[[WORD]], %e[[INDEX:[a-z]+]]
; GOOD-NEXT: movl (%rdi,%r[[INDEX]],4)
define spir_kernel void @test(ptr %in, i32 %i, i32 %m, i32 %b, i1 %c) {
entry:
  %m6 = and i32 %m, 63
  %mi = insertelement <4 x i32> poison, i32 %m6, i64 0
  %ms = shufflevector <4 x i32> %mi, <4 x i32> poison, <4 x i32> zeroinitializer
  %b6 = and i32 %b, 63
  %bi = insertelement <4 x i32> poison, i32 %b6, i64 0
  %bs = shufflevector <4 x i32> %bi, <4 x i32> poison, <4 x i32> zeroinitializer
  br i1 %c, label %next, label %end
next:
  %ii = insertelement <4 x i32> poison, i32 %i, i64 0
  %is = shufflevector <4 x i32> %ii, <4 x i32> poison, <4 x i32> zeroinitializer
  %ie = add <4 x i32> %is, <i32 0, i32 1, i32 2, i32 3>
  %a = and <4 x i32> %ms, %ie
  %o = or <4 x i32> %bs, %a
  %words = bitcast <4 x i32> %o to <2 x i64>
  %word = extractelement <2 x i64> %words, i64 0
  %index = and i64 %word, 4294967295
  %p = getelementptr i32, ptr %in, i64 %index
  %v = load i32, ptr %p
  store i32 %v, ptr %in
  br label %end
end:
  ret void
}
