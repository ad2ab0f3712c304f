// An index of 32 bits may wrap: where no object has 4 GB, the lanes of a vector read neighbours all the same. Switched off,
// they gather.
// RUN: %cl %s | heddle-opt --kernel test --until widen --width 8 --features=+sse4.2,+avx2,+fma - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --until widen --width 8 --disable-pass modular-addresses --features=+sse4.2,+avx2,+fma - \
// RUN:   | FileCheck --check-prefix=OFF %s

// CHECK-LABEL: @test(
// CHECK: @llvm.masked.load.v8f32
// CHECK-NOT: @llvm.masked.gather
// OFF-LABEL: @test(
// OFF: @llvm.masked.gather.v8f32
kernel void test(global float* out, global const float* in, uint offset) {
  size_t i = get_global_id(0);
  out[i] = in[(uint)i + offset];
}
