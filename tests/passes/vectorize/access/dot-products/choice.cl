// Sums of products of bytes: the instruction for them, or arithmetic.
// RUN: %cl -cl-ext=+__opencl_c_integer_dot_product_input_4x8bit_packed %s | heddle-opt --kernel dot4 --until widen --features=+sse4.2,+avx2,+fma - \
// RUN:   | FileCheck --check-prefix=CHECK %s
// RUN: %cl -cl-ext=+__opencl_c_integer_dot_product_input_4x8bit_packed %s | heddle-opt --kernel dot4 --until widen --disable-pass dot-products --features=+sse4.2,+avx2,+fma - \
// RUN:   | FileCheck --check-prefix=OFF %s

// CHECK: @llvm.x86.avx2.pmadd.wd
// OFF-NOT: pmadd
// OFF: mul <{{[0-9]+}} x i32>
kernel void dot4(global int* out, global const uint* a, global const uint* b) {
  size_t i = get_global_id(0);
  out[i] = dot_4x8packed_ss_int(a[i], b[i]);
}
