// A barrier of the sub-group orders memory and then vanishes: there is one region, and nothing lives across it.
// RUN: %cl %s | heddle-opt --kernel turn --until optimize-work-item - | FileCheck --check-prefix=KEPT %s
// RUN: %cl %s | heddle-opt --kernel turn --until work-groups - | FileCheck --check-prefix=GONE %s

// KEPT-LABEL: @turn(
// KEPT: store i32
// KEPT: call void @__hd_vector_barrier(
// KEPT: load i32
// GONE-LABEL: @heddle_kernel(
// GONE-NOT: @__hd_{{([^p]|p[^i])}}
// GONE-NOT: region.1
kernel void turn(global int* out, local int* tmp) {
  uint first = get_sub_group_id() * get_max_sub_group_size(), lane = get_sub_group_local_id();
  tmp[first + lane] = (int)get_global_id(0);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tmp[first + get_sub_group_size() - 1 - lane];
}
