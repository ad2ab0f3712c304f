; Wrong code: an index of four bits is taken for one that does not wrap within 32 elements. Only its sum with n, which has 32 bits, is
; tested. With the test of both, loops of up to 16 iterations run as vectors.
; LLVM: opt -passes=loop-vectorize -force-vector-width=32 -force-vector-interleave=1 -S %s
; HEDDLE: heddle-opt --kernel test --passes vectorize-loops --features=+sse4.2,+avx2,+fma %s

; FAULT-LABEL: @test(
; FAULT: vector.scevcheck:
; FAULT-NOT: icmp ugt i32 {{%.*}}, 15
; FAULT: vector.body:
; FAULT: load <32 x i32>, ptr

; GOOD-LABEL: @test(
; GOOD: vector.scevcheck:
; GOOD: icmp ugt i32 {{%.*}}, 15
; GOOD: vector.body:

; MENDED-LABEL: @test(
; MENDED-NOT: vector.body:
; MENDED: ret void
define spir_kernel void @test(ptr noalias %out, ptr noalias %in, i32 %n, i32 %count) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %narrow = and i32 %i, 15
  %at = add i32 %n, %narrow
  %far = zext i32 %at to i64
  %from = getelementptr i32, ptr %in, i64 %far
  %x = load i32, ptr %from
  %sum = add i32 %x, %i
  %place = zext i32 %i to i64
  %to = getelementptr i32, ptr %out, i64 %place
  store i32 %sum, ptr %to
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  ret void
}
