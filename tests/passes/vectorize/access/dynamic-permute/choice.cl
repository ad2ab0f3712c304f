// Elements of short vectors by numbers that are known at run time: a permutation, or choices of one of two.
// RUN: %cl %s | heddle-opt --kernel bytes --until widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel bytes --until widen --disable-pass dynamic-permute --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=OFF %s

// CHECK-LABEL: @bytes
// CHECK: @llvm.x86.avx512.pshuf.b.512
// OFF-LABEL: @bytes
// OFF-NOT: pshuf
// OFF: ret void
kernel void bytes(global uchar16* out, global const uchar16* in, global const uchar16* places) {
  size_t i = get_global_id(0);
  out[i] = shuffle(in[i], places[i]);
}
