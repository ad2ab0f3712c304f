// Without instructions that permute, a shuffle takes its elements from one copy of the vector on the stack, which a worker has 1 MB of.
// RUN: %cl %s | heddle-opt --kernel test --emit asm --features=+sse4.2 - | FileCheck %s
// CHECK-LABEL: heddle_kernel:
// CHECK: subq ${{[0-9][0-9]?[0-9]?[0-9]?[0-9]?}}, %rsp
__attribute__((intel_reqd_sub_group_size(64))) kernel void test(global float8* out, global const float8* in, global const uint* by) {
  size_t i = get_global_id(0);
  float8 x = in[i];
  uint lane = by[i];
  out[i] = (float8)(sub_group_shuffle(x.s0, lane), sub_group_shuffle(x.s1, lane), sub_group_shuffle(x.s2, lane), sub_group_shuffle(x.s3, lane),
                    sub_group_shuffle(x.s4, lane), sub_group_shuffle(x.s5, lane), sub_group_shuffle(x.s6, lane), sub_group_shuffle(x.s7, lane));
}
