// Indices of 32 bits that may wrap do so nowhere within an object: contiguous accesses, no gathers.
// RUN: %cl %s | heddle-opt --kernel cut --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefixes=CHECK,CUT %s
// RUN: %cl %s | heddle-opt --kernel unsigned_row --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel before --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=MASKED %s
// RUN: %cl %s | heddle-opt --kernel grid_stride --emit asm --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=AVX2 %s

// CHECK-LABEL: heddle_kernel:
// CUT: vmovups {{.*}}%zmm
// CUT: vaddps {{.*}}(%{{.*}}%zmm
// CHECK-NOT: gather
// CHECK-NOT: scatter
// CHECK: .Lfunc_end0:
kernel void cut(global float* out, global const float* in, int pitch) {
  int at = (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;
  out[at] = in[at - 1] + in[at + 1] + in[at - pitch] + in[at + pitch];
}

kernel void unsigned_row(global float* out, global const float* in, uint width) {
  uint x = get_global_id(0), y = get_global_id(1);
  out[y * width + x] = 2 * in[y * width + x + 1];
}

// Lane 0 may be inactive and after the wrap: the line is that of the first active lane.
// MASKED-LABEL: heddle_kernel:
// MASKED-NOT: gather
// MASKED: {{tzcnt|bsf}}
// MASKED-NOT: gather
// MASKED: .Lfunc_end0:
kernel void before(global float* out, global const float* in, global const float* guard, uint by) {
  uint i = get_global_id(0);
  if (guard[i] > 0) out[i] = in[i - by];
}

// AVX2-LABEL: heddle_kernel:
// AVX2: v{{fmadd|mov}}{{.*}}%ymm
// AVX2: .Lfunc_end0:
kernel void grid_stride(global float* out, global const float* in, uint count) {
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) out[i] = in[i] * in[i] + 1.0f;
}
