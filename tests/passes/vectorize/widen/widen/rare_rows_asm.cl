// Pairs whose places lie on a line for nearly all vectors: where they do not, there are scatters of whole pairs, and not a store
// for each lane of each pair.
// RUN: %cl %s | heddle-opt --kernel test --width 16 --features +avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512cd --emit asm - | FileCheck %s

// CHECK-LABEL: heddle_kernel:
// CHECK: vpscatter{{[dq]}}q
// CHECK-NOT: vpextrq
kernel void test(global float2* out, global const float2* in, int p) {
  int i = get_global_id(0), k = i & (p - 1), j = ((i - k) << 1) + k;
  float2 a = in[i], b = in[i + get_global_size(0)];
  out[j] = a + b;
  out[j + p] = a - b;
}
