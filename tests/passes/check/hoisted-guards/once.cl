// What arguments and sizes tell of is tested once; the version without tests has none. Branches narrow ranges.
// RUN: %cl %s | heddle-opt --kernel test --guard --until hoist-guards - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --guard --disable-pass hoisted-guards --until hoist-guards - | FileCheck %s --check-prefix=EACH

// CHECK-LABEL: @test
// CHECK: call i64 @__hd_global_size(i32 0)
// CHECK: call i64 @llvm.smin.i64
// CHECK: br i1 {{.*}}, !prof
// CHECK: store float
// CHECK: store float
// CHECK-NOT: store float
// CHECK: }
// EACH-NOT: __hd_is_inside
// EACH: icmp ult i64
// EACH: store float
// EACH-NOT: store float
kernel void test(global float* out, global const float* in, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = in[i];
}
