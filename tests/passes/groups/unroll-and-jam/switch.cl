// Each product waits for the one before: four work-items go side by side, and one by one if that is switched off.
// RUN: %cl %s | heddle-opt --kernel test --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --report --disable-pass unroll-and-jam \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 | FileCheck --check-prefix=OFF %s

// CHECK: 4 side by side, where operations wait for others
// CHECK: define{{.*}} @heddle_kernel(
// CHECK-COUNT-5: call {{.*}}@llvm.fma.v16f32
// CHECK-NOT: call {{.*}}@llvm.fma.v16f32
// OFF-NOT: side by side
// OFF: call {{.*}}@llvm.fma.v16f32
// OFF-NOT: call {{.*}}@llvm.fma.v16f32
kernel void test(global float16* out, global const float16* in, int n) {
  size_t i = get_global_id(0);
  float16 x = in[i], y = 1;
  for (int k = 0; k < n; ++k) y = mad(y, x, (float16)0.5f);
  out[i] = y;
}
