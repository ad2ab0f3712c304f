// Clamped indices: two scalars are compared, then one contiguous load; the gather is elsewhere.
// RUN: %cl %s | heddle-opt --kernel left_and_right --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel left_and_right --until widen --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=REPORT %s

// CHECK-LABEL: heddle_kernel:
// CHECK: vmovups (%{{.*}}), %zmm
// CHECK: v{{addps|fmadd...ps}} {{.*}}%zmm
// CHECK: vgather{{[dq]}}ps
// CHECK: .Lfunc_end0:
// REPORT-DAG: is_affine
// REPORT-DAG: memory: 3 contiguous, 0 strided, 0 gathers
kernel void left_and_right(global float* out, global const float* in) {
  int x = get_global_id(0), last = (int)get_global_size(0) - 1;
  out[x] = in[max(x - 1, 0)] + in[min(x + 1, last)];
}
