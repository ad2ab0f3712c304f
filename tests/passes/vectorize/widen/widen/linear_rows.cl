// Lanes that follow the linear id of a group of rows: an access of neighbours wherever a vector stays within a row.
// RUN: %cl %s | heddle-opt --kernel sums --linear-lanes --until widen --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck %s
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// CHECK: memory: 3 contiguous, 0 strided, 0 gathers, 0 scatters
kernel void sums(global float* out, global const float* in, int pitch) {
  local float tile[16][64];
  int x = get_global_id(0), y = get_global_id(1);
  tile[get_local_id(1)][get_local_id(0)] = in[y * pitch + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * pitch + x] = sub_group_reduce_add(2.0f);
}
