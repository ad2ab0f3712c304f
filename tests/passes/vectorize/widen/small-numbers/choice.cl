// What is computed of ids needs 32 bits only.
// RUN: %cl %s | heddle-opt --kernel rests --until widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel rests --until widen --disable-pass small-numbers --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=OFF %s

// CHECK-LABEL: @rests
// CHECK-NOT: rem
// CHECK: uitofp <{{[0-9]+}} x i32>
// OFF-LABEL: @rests
// OFF: urem <{{[0-9]+}} x i64>
kernel void rests(global uint* out, ulong n) {
  size_t i = get_global_id(0);
  out[i] = (uint)(i % n);
}
