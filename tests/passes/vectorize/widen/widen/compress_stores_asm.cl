// What some lanes store one after the other is compressed and stored as it lies; whether it is so,
// is asked at run time.
// RUN: %cl %s | heddle-opt --kernel append --emit asm \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel product --emit asm \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=PRODUCT %s

// CHECK-LABEL: heddle_kernel:
// CHECK: vpcompressd
// CHECK: vpcmpneqd
// CHECK: j{{n?e}} .LBB
// Numbers that wrap around are no neighbours.
// CHECK: cmpl $-16
// CHECK: vcompressps
// CHECK: vmovups %zmm{{.*}}, ({{.*}}) {%k
// CHECK: vscatterdps
kernel void append(global float* out, global const float* in, global const uint* at) {
  size_t i = get_global_id(0);
  float value = in[i];
  if (value > 0) out[at[i]] = value;
}

// PRODUCT-LABEL: heddle_kernel:
// PRODUCT-NOT: vpcompress
// PRODUCT: vscatter
kernel void product(global float* out, global const float* in, global const uint* at) {
  size_t i = get_global_id(0);
  float value = in[i];
  if (value > 0) out[at[i] * 7] = value;
}
