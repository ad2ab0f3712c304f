// The naive product is a tile: multiply-adds of whole rows with a broadcast, whatever n is; nothing is gathered.
// RUN: %cl %s | heddle-opt --kernel gemm --emit asm --uniform-groups \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck --check-prefix=AVX512 %s
// RUN: %cl %s | heddle-opt --kernel gemm --emit asm --uniform-groups --features=+sse4.2,+avx2,+fma - \
// RUN:   | FileCheck --check-prefix=AVX2 %s

// AVX512-LABEL: heddle_kernel:
// AVX512-NOT: {{gather|scatter}}
// AVX512-COUNT-4: vfmadd{{[0-9]+}}ps {{.*}}%zmm
// AVX512-NOT: {{gather|scatter}}
// AVX2-LABEL: heddle_kernel:
// AVX2-NOT: gather
// AVX2-COUNT-4: vfmadd{{[0-9]+}}ps {{.*}}%ymm
// AVX2-NOT: gather
kernel void gemm(global float* c, global const float* a, global const float* b, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
