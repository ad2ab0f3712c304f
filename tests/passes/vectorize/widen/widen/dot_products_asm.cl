// Sums of products of bytes are instructions of VNNI; what mends the sign of bytes is computed once for all rows. Without
// VNNI bytes are multiplied in pairs.
// RUN: %cl -cl-ext=+__opencl_c_integer_dot_product_input_4x8bit_packed %s | heddle-opt --kernel product --emit asm \
// RUN:   --uniform-groups --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512vnni - \
// RUN:   | FileCheck --check-prefix=VNNI %s
// RUN: %cl -cl-ext=+__opencl_c_integer_dot_product_input_4x8bit_packed %s | heddle-opt --kernel product --emit asm \
// RUN:   --uniform-groups --features=+sse4.2,+avx2,+fma,+avxvnni - | FileCheck --check-prefix=AVX %s
// RUN: %cl -cl-ext=+__opencl_c_integer_dot_product_input_4x8bit_packed %s | heddle-opt --kernel product --emit asm \
// RUN:   --uniform-groups --features=+sse4.2,+avx2,+fma,+avxvnni,+avxvnniint8 - | FileCheck --check-prefix=INT8 %s
// RUN: %cl -cl-ext=+__opencl_c_integer_dot_product_input_4x8bit_packed %s | heddle-opt --kernel product --emit asm \
// RUN:   --uniform-groups --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=PAIRS %s

// VNNI-LABEL: heddle_kernel:
// VNNI-COUNT-6: vpdpbusd {{.*}}%zmm
// AVX-LABEL: heddle_kernel:
// AVX-COUNT-4: vpdpbusd {{.*}}%ymm
// INT8-LABEL: heddle_kernel:
// INT8-COUNT-4: vpdpbssd {{.*}}%ymm
// INT8-NOT: vpdpbusd
// PAIRS-LABEL: heddle_kernel:
// PAIRS-COUNT-4: vpmaddwd {{.*}}%ymm
// PAIRS-NOT: vpmulld
kernel void product(global int* c, global const uint* a, global const uint* b, int n) {
  int column = get_global_id(0), row = get_global_id(1), sum = 0;
  for (int k = 0; k < n; ++k) sum += dot_4x8packed_ss_int(a[row * n + k], b[k * n + column]);
  c[row * n + column] = sum;
}
