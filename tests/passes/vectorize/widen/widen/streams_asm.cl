// Streams are whole loads and stores, at each level.
// RUN: %cl %s | heddle-opt --kernel saxpy --emit asm \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck --check-prefix=AVX512 %s
// RUN: %cl %s | heddle-opt --kernel saxpy --emit asm --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=AVX2 %s
// RUN: %cl %s | heddle-opt --kernel saxpy --emit asm --features=+sse4.2 - | FileCheck --check-prefix=SSE %s
// RUN: %cl %s | heddle-opt --kernel saxpy --emit asm --width 1 --features=+sse4.2,+avx2,+fma - \
// RUN:   | FileCheck --check-prefix=ONE %s
// RUN: %cl %s | heddle-opt --kernel fill --emit asm --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=FILL %s
// RUN: %cl %s | heddle-opt --kernel reversed --emit asm --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=BACK %s

// AVX512-LABEL: heddle_kernel:
// AVX512-NOT: {{gather|scatter}}
// AVX512: vfmadd{{[0-9]+}}ps {{.*}}%zmm
// AVX512: vmovups %zmm{{[0-9]+}}, (%r
// AVX512-NOT: {{gather|scatter}}
// AVX2-LABEL: heddle_kernel:
// AVX2-NOT: gather
// AVX2: vfmadd{{[0-9]+}}ps {{.*}}%ymm
// AVX2: vmovups %ymm{{[0-9]+}}, (%r
// AVX2-NOT: gather
// SSE-LABEL: heddle_kernel:
// SSE: mulps
// SSE: addps
// SSE: movups %xmm{{[0-9]+}}, (%r
// ONE-LABEL: heddle_kernel:
// ONE-NOT: vfmadd{{[0-9]+}}ps
// ONE: vfmadd{{[0-9]+}}ss
// ONE-NOT: vfmadd{{[0-9]+}}ps
kernel void saxpy(global float* y, global const float* x, float a) {
  int i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}

// FILL-LABEL: heddle_kernel:
// FILL: vmovups %ymm{{[0-9]+}}, (%r
kernel void fill(global float* y, float a) {
  y[get_global_id(0)] = a;
}

// BACK-LABEL: heddle_kernel:
// BACK-NOT: gather
// BACK: vperm{{ps|d|q|pd}} {{.*}}%ymm
// BACK-NOT: gather
kernel void reversed(global float* y, global const float* x, int n) {
  int i = get_global_id(0);
  y[i] = x[n - 1 - i];
}
