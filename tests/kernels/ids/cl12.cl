// SPDX-License-Identifier: Apache-2.0
// OpenCL C 1.2: the local size divides the global size, there is no generic address space.
// build: -cl-std=CL1.2
// dims: 1 2 3
// expect: single
// per_item: 6

kernel void test_basic(global int* out) {
  size_t gx = get_global_id(0) - get_global_offset(0), gy = get_global_id(1) - get_global_offset(1),
         gz = get_global_id(2) - get_global_offset(2);
  global int* at = out + ((gz * get_global_size(1) + gy) * get_global_size(0) + gx) * 6;
  at[0] = get_local_id(0) + 1000 * get_local_id(1) + 1000000 * get_local_id(2);
  at[1] = get_group_id(0) + 1000 * get_group_id(1) + 1000000 * get_group_id(2);
  at[2] = get_local_size(0) + 1000 * get_local_size(1) + 1000000 * get_local_size(2);
  at[3] = get_num_groups(0) + 1000 * get_num_groups(1) + 1000000 * get_num_groups(2);
  at[4] = get_global_offset(0) + get_global_offset(1) * 3 + get_global_offset(2) * 7;
  at[5] = get_work_dim();
}
kernel void expect_basic(global int* out, global const ulong* nd) {
  for (ulong linear = 0; linear < nd[10]; ++linear) {
    ulong x = linear % nd[0], y = linear / nd[0] % nd[1], z = linear / nd[0] / nd[1];
    global int* at = out + linear * 6;
    at[0] = x % nd[3] + 1000 * (y % nd[4]) + 1000000 * (z % nd[5]);
    at[1] = x / nd[3] + 1000 * (y / nd[4]) + 1000000 * (z / nd[5]);
    at[2] = nd[3] + 1000 * nd[4] + 1000000 * nd[5];
    at[3] = nd[0] / nd[3] + 1000 * (nd[1] / nd[4]) + 1000000 * (nd[2] / nd[5]);
    at[4] = nd[6] + nd[7] * 3 + nd[8] * 7;
    at[5] = nd[9];
  }
}
