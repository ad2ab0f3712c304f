// Vectors all of whose lanes have a work-item need no masks; switched off, all vectors go through the code with masks.
// RUN: %cl %s | heddle-opt --kernel test --features=+sse4.2,+avx2,+fma - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --disable-pass whole-vectors --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=OFF %s
// RUN: %cl %s | heddle-opt --kernel test --uniform-groups --local-size 64,1,1 --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=KNOWN %s
// RUN: %cl %s | heddle-opt --kernel test --uniform-groups --local-size 64,1,1 --disable-pass whole-vectors --features=+sse4.2,+avx2,+fma - \
// RUN:   | FileCheck --check-prefix=OFF %s

// CHECK-LABEL: @heddle_kernel(
// CHECK: load <8 x float>
// CHECK: @llvm.masked.load.v8f32

// KNOWN-LABEL: @heddle_kernel(
// KNOWN-NOT: @llvm.masked.load
// KNOWN: load <8 x float>
// KNOWN-NOT: @llvm.masked.load

// OFF-LABEL: @heddle_kernel(
// OFF-NOT: load <8 x float>
// OFF: @llvm.masked.load.v8f32
// OFF-NOT: load <8 x float>
kernel void test(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  float x = in[i];
  if (get_group_id(0) > 3) out[i] = x * 2 + 1;
}
