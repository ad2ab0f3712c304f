// Private arrays of which pairs are read, whose index LLVM counts in bytes: all lanes' elements lie side by side.
// RUN: %cl %s | heddle-opt --kernel pairs --emit asm \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck %s

// CHECK-LABEL: heddle_kernel:
// CHECK-NOT: {{gather|scatter}}
// CHECK: vfmadd231ps {{.*}}%zmm
// CHECK-NOT: {{gather|scatter}}
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void pairs(global float* out) {
  float x[512];
  float state = out[get_global_id(0)];
  for (int i = 0; i < 512; ++i) {
    state = state * 0.7f + 3.0f;
    x[i] = state;
  }
  float sum = 0;
  for (int i = 0; i < 256; ++i) sum += x[2 * i] * x[2 * i + 1];
  out[get_global_id(0)] = sum;
}
