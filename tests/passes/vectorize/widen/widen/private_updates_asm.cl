// An element of a private array that is loaded, changed and stored, with any index: each lane does so in memory at once. All
// lanes' places are taken out of their vector two by two, and once.
// RUN: %cl %s | heddle-opt --kernel count --emit asm --features=+sse4.2,+avx2,+fma,+bmi2 - | FileCheck --check-prefix=AVX2 %s
// RUN: %cl %s | heddle-opt --kernel count --emit asm \
// RUN:   --features=+sse4.2,+avx2,+fma,+bmi2,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck --check-prefix=AVX512 %s
// RUN: %cl %s | heddle-opt --kernel sum --emit asm --features=+sse4.2,+avx2,+fma,+bmi2 - | FileCheck --check-prefix=SUM %s
// RUN: %cl %s | heddle-opt --kernel fused --emit asm --features=+sse4.2,+avx2,+fma,+bmi2 - | FileCheck --check-prefix=FUSED %s

// AVX2-LABEL: heddle_kernel:
// AVX2: vpmovzxbd
// AVX2-NOT: vpinsrd
// AVX2-COUNT-8: incl {{.*}}(%rsp,
// AVX2-NOT: vpinsrd
// AVX2: .Lfunc_end0:

// AVX512-LABEL: heddle_kernel:
// AVX512-NOT: {{vpgather|vpscatter}}
// AVX512-COUNT-16: incl {{.*}}(%rsp,
// AVX512-NOT: {{vpgather|vpscatter}}
// AVX512: .Lfunc_end0:
kernel void count(global uint* out, global const uchar* in, uint each) {
  uint item = get_global_id(0), items = get_global_size(0);
  uint bins[16];
  for (int b = 0; b < 16; ++b) bins[b] = 0;
  for (uint k = 0; k < each; ++k) ++bins[in[k * items + item] >> 4];
  for (int b = 0; b < 16; ++b) out[b * items + item] = bins[b];
}

// SUM-LABEL: heddle_kernel:
// SUM-COUNT-8: vaddss {{.*}}(%rsp,
kernel void sum(global float* out, global const uchar* in, global const float* weight, uint each) {
  uint item = get_global_id(0), items = get_global_size(0);
  float bins[16];
  for (int b = 0; b < 16; ++b) bins[b] = 0;
  for (uint k = 0; k < each; ++k) bins[in[k * items + item] >> 4] += weight[k * items + item];
  for (int b = 0; b < 16; ++b) out[b * items + item] = bins[b];
}

// A product and its sum stay one operation.
// FUSED-LABEL: heddle_kernel:
// FUSED-NOT: vaddss
// FUSED: vfmadd{{.*}}ps
// FUSED-NOT: vaddss
// FUSED: .Lfunc_end0:
kernel void fused(global float* out, global const uchar* in, global const float* weight, uint each) {
  uint item = get_global_id(0), items = get_global_size(0);
  float bins[16];
  for (int b = 0; b < 16; ++b) bins[b] = 0;
  for (uint k = 0; k < each; ++k) bins[in[k * items + item] >> 4] += weight[k * items + item] * weight[k];
  for (int b = 0; b < 16; ++b) out[b * items + item] = bins[b];
}
