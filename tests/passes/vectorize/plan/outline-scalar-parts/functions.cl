// A required size where no vectors are wanted: what lies between the functions of sub-groups is called once for each lane, with
// the ids that it asks for, and what work-items meet in stays in the kernel.
// RUN: %cl %s | heddle-opt --kernel f --until plan-lanes --width 1 - | FileCheck %s
// CHECK-LABEL: define dso_local void @f(
// CHECK: call {{.*}}i64 @__hd_local_id(i32 noundef 0)
// CHECK: call void @f.[[FIRST:scalar.part[.0-9]*]](
// CHECK: call i32 @__hd_lanes_reduce_add_u32(
// CHECK: call void @f.[[SECOND:scalar.part[.0-9]*]](
// CHECK: ret void
// CHECK: define internal void @f.[[FIRST]](
// CHECK-NOT: @__hd_l
// CHECK: define internal void @f.[[SECOND]](
#define STEP x = (x ^ (x >> 7)) * 0x7feb352du + (x & 1 ? n : 3);
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP
__attribute__((intel_reqd_sub_group_size(16))) kernel void f(global uint* a, uint n) {
  uint x = a[get_local_id(0)];
  for (uint i = 0; i < x % 5; ++i) {
    STEPS
  }
  x = sub_group_reduce_add(x);
  STEPS
  a[get_local_id(0)] = x;
}
