// A power whose exponent is a small constant is a few multiplications.
// RUN: %cl %s | heddle-opt --kernel test --until optimize-work-item - | FileCheck %s

// CHECK-LABEL: @test(
// CHECK-NOT: {{call.*pow|fcmp.*uno}}
// CHECK: [[X:%.*]] = load float
// CHECK: [[SQUARE:%.*]] = fmul float [[X]], [[X]]
// CHECK: fmul float [[X]], [[SQUARE]]
// CHECK: fdiv float 1.000000e+00, [[X]]
// CHECK: call float @llvm.sqrt.f32(
// CHECK: ret void
kernel void test(global float* out) {
  float x = out[0];
  out[1] = pow(x, 2.0f);
  out[2] = pown(x, 3);
  out[3] = pow(x, -1.0f);
  out[4] = rootn(x, 2);
}
