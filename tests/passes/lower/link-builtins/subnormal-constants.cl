// With -cl-denorms-are-zero a subnormal constant is a zero of its sign for every built-in function: folded, a function that
// looks at its bits in one place and calculates with it in another would give neither what the number gives nor what zero
// gives (pown gave 0x1.ffffffffffffep+1022, and the square root that powr becomes -0).
// RUN: %cl %s | heddle-opt --kernel test --denorms-are-zero - | FileCheck %s

// CHECK-LABEL: define void @heddle_kernel(
// CHECK-DAG: store double 0x7FF0000000000000, ptr
// CHECK-DAG: store double 0xFFF0000000000000, ptr
// CHECK-DAG: store double 0.000000e+00, ptr
kernel void test(global double* out) {
  out[0] = pown(0x0.0000000000001p-1022, -1);
  out[2] = rootn(-0x0.0000000000001p-1022, -3);
  out[4] = powr(-0x0.0000000000001p-1022, 0.5);
}
