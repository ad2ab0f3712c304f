// A tree of sums: the ways from both barriers meet at the loop's head and after the loop. What is there exists once (for
// full vectors and for the last one) and not once for each barrier.
// RUN: %cl %s | heddle-opt --kernel tree --features +avx2,+fma --uniform-groups --width 8 - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel tree --features +avx2,+fma --uniform-groups --width 8 - \
// RUN:   | FileCheck --check-prefix=AFTER %s
kernel void tree(global float* out, global const float* in, local float* tile) {
  int l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = get_local_size(0) / 2; d > 0; d /= 2) {
    if (l < d) tile[l] += tile[l + d] * 3.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = native_sin(tile[0] * 5.0f) + 7.0f;
}
// CHECK-LABEL: define void @heddle_kernel(
// CHECK-COUNT-2: splat (float 3.000000e+00)
// CHECK-NOT: splat (float 3.000000e+00)

// AFTER-LABEL: define void @heddle_kernel(
// AFTER-COUNT-2: fadd float {{.*}}, 7.000000e+00
// AFTER-NOT: fadd float {{.*}}, 7.000000e+00
