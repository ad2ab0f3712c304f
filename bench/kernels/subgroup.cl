// SPDX-License-Identifier: Apache-2.0
// Sub-group functions (cl_khr_subgroups and its family). Results do not depend on how large sub-groups are.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

#define GROUP 256

float sum_of_group(float x, local float* parts) {
  x = sub_group_reduce_add(x);
  if (get_sub_group_local_id() == 0) parts[get_sub_group_id()] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (uint i = get_sub_group_local_id(); i < get_num_sub_groups(); i += get_sub_group_size()) sum += parts[i];
  return sub_group_reduce_add(sum);
}

kernel void sub_reduce_add(global float* out, global const float* in) {
  local float parts[GROUP];
  float sum = sum_of_group(in[get_global_id(0)], parts);
  if (get_local_id(0) == 0) out[get_group_id(0)] = sum;
}

// Work-items sum up first, then sub-groups, then one of each adds to the total.
kernel void sub_total(global uint* out, global const uint* in, uint each) {
  uint sum = 0;
  for (uint k = 0; k < each; ++k) sum += in[k * get_global_size(0) + get_global_id(0)];
  sum = sub_group_reduce_add(sum);
  if (get_sub_group_local_id() == 0) atomic_add(out, sum);
}

kernel void sub_scan(global uint* out, global const uint* in) {
  local uint parts[GROUP];
  uint x = in[get_global_id(0)], scan = sub_group_scan_inclusive_add(x);
  if (get_sub_group_local_id() == get_sub_group_size() - 1) parts[get_sub_group_id()] = scan;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < get_sub_group_id(); ++i) scan += parts[i];
  out[get_global_id(0)] = scan;
}

// A sub-group for each row.
kernel void sub_matvec(global float* out, global const float* matrix, global const float* x, uint rows, uint columns) {
  uint lane = get_sub_group_local_id(), size = get_max_sub_group_size();
  uint first = get_group_id(0) * get_num_sub_groups() + get_sub_group_id();
  for (uint row = first; row < rows; row += get_num_groups(0) * get_num_sub_groups()) {
    float sum = 0;
    for (uint i = lane; i < columns; i += size) sum += matrix[row * columns + i] * x[i];
    sum = sub_group_reduce_add(sum);
    if (lane == 0) out[row] = sum;
  }
}

kernel void sub_softmax(global float* out, global const float* in, uint rows, uint columns) {
  uint lane = get_sub_group_local_id(), size = get_max_sub_group_size();
  uint first = get_group_id(0) * get_num_sub_groups() + get_sub_group_id();
  for (uint row = first; row < rows; row += get_num_groups(0) * get_num_sub_groups()) {
    float most = -INFINITY, sum = 0;
    for (uint i = lane; i < columns; i += size) most = fmax(most, in[row * columns + i]);
    most = sub_group_reduce_max(most);
    for (uint i = lane; i < columns; i += size) sum += exp(in[row * columns + i] - most);
    sum = sub_group_reduce_add(sum);
    for (uint i = lane; i < columns; i += size) out[row * columns + i] = exp(in[row * columns + i] - most) / sum;
  }
}
