#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
kernel void sums(global int* out) {
  int i = get_local_id(0), sum = sub_group_reduce_add(i);
  if (get_sub_group_id() == 0) sum += sub_group_scan_inclusive_add(i);
  if (get_sub_group_local_id() < 4) sum += sub_group_non_uniform_reduce_add(i) + sub_group_ballot(i & 1).x;
  out[i] = sum + sub_group_shuffle(i, 0);
}
//--- buffer 256
//--- options -cl-std=CL3.0
//--- global 64
//--- group 64
