// 4 x 8 sums for each work-item do not fit the registers with sixteen lanes. With eight, two members of each float4 share one:
// nothing of the loop is in the frame.
// RUN: %cl %s | heddle-opt --kernel product --emit asm --report \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel product --until widen --report -pass-remarks=widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=ON %s
// RUN: %cl %s | heddle-opt --kernel product --until widen --report -pass-remarks=widen --disable-pass paired-members --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK: width 8 along dimension 0
// CHECK-LABEL: heddle_kernel:
// CHECK-NOT: vfmadd231ps {{.*}}%ymm
// CHECK-COUNT-16: vfmadd231ps {{.*}}%zmm
// CHECK-NOT: vfmadd231ps {{.*}}%ymm

// ON: width 8 along
// OFF: width 16 along
kernel void product(global float4* restrict c, global const float4* restrict a, global const float4* restrict b, int n) {
  int i = get_global_id(0), rows = get_global_size(0), column = get_global_id(1);
  float4 sums[8];
  for (int j = 0; j < 8; ++j) sums[j] = 0;
  for (int k = 0; k < n; ++k) {
    float4 from_a = a[k * rows + i], left = b[k * 64 + 2 * column], right = b[k * 64 + 2 * column + 1];
    sums[0] += from_a * left.x;
    sums[1] += from_a * left.y;
    sums[2] += from_a * left.z;
    sums[3] += from_a * left.w;
    sums[4] += from_a * right.x;
    sums[5] += from_a * right.y;
    sums[6] += from_a * right.z;
    sums[7] += from_a * right.w;
  }
  for (int j = 0; j < 8; ++j) c[(8 * column + j) * rows + i] = sums[j];
}
