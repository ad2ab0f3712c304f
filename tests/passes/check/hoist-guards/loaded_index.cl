// Of an index that is read from memory nothing is known before the launch: its test stays in both versions.
// RUN: %cl %s | heddle-opt --kernel test --guard --until hoist-guards - | FileCheck %s

// CHECK-LABEL: @test
// CHECK-NOT: __hd_is_inside
// CHECK-COUNT-3: icmp ult
// CHECK: }
kernel void test(global float* out, global const float* in, global const int* index) {
  int i = get_global_id(0);
  out[i] = in[index[i]];
}
