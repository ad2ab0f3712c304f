// Multiples of a number that all lanes share: without division.
// RUN: %cl %s | heddle-opt --kernel multiples --until widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel multiples --until widen --disable-pass uniform-multiples --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=OFF %s

// CHECK-LABEL: @multiples
// CHECK: @llvm.fshr
// OFF-LABEL: @multiples
// OFF-NOT: @llvm.fshr
// OFF: ret void
kernel void multiples(global int* out, global const int* in, int n) {
  size_t i = get_global_id(0);
  out[i] = in[i] % n == 0 ? 5 : 7;
}
