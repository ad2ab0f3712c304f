// Elements of images are accessed by the built-in library, which stays inside of them: their pointers are asked for nowhere.
// RUN: %cl %s | heddle-opt --kernel test --guard --until guard-accesses - | FileCheck %s

// CHECK-LABEL: @test
// CHECK-NOT: %found
// CHECK: phi ptr addrspace(1)
// CHECK-NOT: %found
// CHECK: ret void
constant sampler_t kLinear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
kernel void test(global float* out, read_only image3d_t in, write_only image2d_t to) {
  int x = get_global_id(0);
  out[x] = read_imagef(in, kLinear, (float4)(x * 0.1f, 0.5f, 0.5f, 0)).x;
  write_imagef(to, (int2)(x, 0), (float4)(1));
}
