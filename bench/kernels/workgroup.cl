// SPDX-License-Identifier: Apache-2.0
// The work-group functions of OpenCL C 2.0.

kernel void reduce_add(global float* out, global const float* in) {
  float sum = work_group_reduce_add(in[get_global_id(0)]);
  if (get_local_id(0) == 0) out[get_group_id(0)] = sum;
}

kernel void reduce_max_many(global int* out, global const int* in, uint each) {
  uint lane = get_local_id(0), size = get_local_size(0), base = get_group_id(0) * size * each;
  int most = INT_MIN;
  for (uint k = 0; k < each; ++k) most = max(most, in[base + k * size + lane]);
  most = work_group_reduce_max(most);
  if (lane == 0) out[get_group_id(0)] = most;
}

kernel void scan_inclusive(global uint* out, global const uint* in) {
  size_t i = get_global_id(0);
  out[i] = work_group_scan_inclusive_add(in[i]);
}

kernel void scan_exclusive(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  out[i] = work_group_scan_exclusive_add(in[i]);
}

kernel void scan_inclusive_max(global int* out, global const int* in) {
  size_t i = get_global_id(0);
  out[i] = work_group_scan_inclusive_max(in[i]);
}

kernel void broadcast(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  float value = in[i];
  for (uint k = 0; k < 8; ++k) value += 0.5f * work_group_broadcast(value, k * 7);
  out[i] = value;
}

kernel void any_all(global uchar* out, global const uchar* in) {
  size_t i = get_global_id(0);
  int any = work_group_any(in[i] == 255), all = work_group_all(in[i] != 254);
  out[i] = (uchar)(2 * (any != 0) + (all != 0));
}

// A group moves its values below a limit to the front.
kernel void compact(global uint* out, global const uint* in, uint limit) {
  size_t i = get_global_id(0), base = get_group_id(0) * get_local_size(0);
  uint value = in[i], keep = value < limit;
  uint place = work_group_scan_exclusive_add(keep), kept = work_group_reduce_add(keep);
  out[base + (keep ? place : kept + get_local_id(0) - place)] = value;
}
