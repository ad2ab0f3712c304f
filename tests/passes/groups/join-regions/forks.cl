// A loop with two barriers and sums of each work-item that go round it: the code that fills the tile exists once, for the first
// iteration and all others, and the end of an iteration decides once for the group, outside of the loops over its rows.
// RUN: %cl %s | heddle-opt --kernel iterations --features=+sse4.2,+avx2,+fma --local-size 8,128,1 --uniform-groups --until optimize-group - \
// RUN:   | FileCheck %s
kernel void iterations(global float* out, global const float* in, int n) {
  local float tile[128][8];
  int x = get_local_id(0), y = get_local_id(1);
  float sums[12];
  for (int i = 0; i < 12; ++i) sums[i] = 0;
  for (int k = 0; k < n; k += 128) {
    tile[y][x] = in[(k + y) * n + x] * 7.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < 128; ++l)
      for (int i = 0; i < 12; ++i) sums[i] += tile[l][x] * in[y * 16 + i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 12; ++i) out[(get_global_id(1) * 12 + i) * n + x] = sums[i];
}
// CHECK-LABEL: define void @heddle_kernel(
// Into the loop, and round it: k goes from one block of the group to the next.
// CHECK: %[[K:indvars[^ ]*]] = phi i64 [ %[[NEXT:indvars[^ ]*next[0-9]*]], %{{.*}} ], [
// CHECK: splat (float 7.000000e+00)
// CHECK-NOT: splat (float 7.000000e+00)
// CHECK: %[[NEXT]] = add {{.*}}%[[K]], 128
