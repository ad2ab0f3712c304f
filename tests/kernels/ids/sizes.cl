// SPDX-License-Identifier: Apache-2.0
// Every query of a work-item's place, against what the launch says: one item of the expect kernel computes all.
// dims: 1 2 3
// expect: single
// per_item: 28

kernel void test_queries(global ulong* out) {
  ulong linear = 0;
  for (int d = 2; d >= 0; --d) linear = linear * get_global_size(d) + get_global_id(d) - get_global_offset(d);
  global ulong* at = out + linear * 28;
  for (uint d = 0; d < 3; ++d) {
    at[d] = get_global_id(d);
    at[3 + d] = get_local_id(d);
    at[6 + d] = get_group_id(d);
    at[9 + d] = get_local_size(d);
    at[12 + d] = get_enqueued_local_size(d);
    at[15 + d] = get_num_groups(d);
    at[18 + d] = get_global_size(d);
    at[21 + d] = get_global_offset(d);
  }
  at[24] = get_global_linear_id();
  at[25] = get_local_linear_id();
  at[26] = get_work_dim();
  // Dimensions that do not exist.
  at[27] = get_global_id(3) + get_local_id(7) + get_group_id(3) + get_global_offset(5) + get_local_size(3) * 10 +
           get_enqueued_local_size(4) * 100 + get_num_groups(3) * 1000 + get_global_size(3) * 10000;
}
kernel void expect_queries(global ulong* out, global const ulong* nd) {
  ulong linear = 0;
  for (ulong z = 0; z < nd[2]; ++z) {
    for (ulong y = 0; y < nd[1]; ++y) {
      for (ulong x = 0; x < nd[0]; ++x, ++linear) {
        ulong id[3] = {x, y, z}, size[3];
        global ulong* at = out + linear * 28;
        for (uint d = 0; d < 3; ++d) {
          ulong local_size = nd[3 + d], group = id[d] / local_size;
          size[d] = min(local_size, nd[d] - group * local_size);
          at[d] = id[d] + nd[6 + d];
          at[3 + d] = id[d] % local_size;
          at[6 + d] = group;
          at[9 + d] = size[d];
          at[12 + d] = local_size;
          at[15 + d] = (nd[d] + local_size - 1) / local_size;
          at[18 + d] = nd[d];
          at[21 + d] = nd[6 + d];
        }
        at[24] = linear;
        at[25] = (at[5] * size[1] + at[4]) * size[0] + at[3];
        at[26] = nd[9];
        at[27] = 11110;
      }
    }
  }
}

// The dimension is not a constant, and differs by work-item.
kernel void test_chosen(global ulong* out) {
  global ulong* at = out + get_global_linear_id() * 28;
  uint d = (uint)(get_global_linear_id() % 4);
  at[0] = get_global_id(d) - get_global_offset(d);
  at[1] = get_local_id(d);
  at[2] = get_group_id(d);
  at[3] = get_local_size(d);
  at[4] = get_enqueued_local_size(d);
  at[5] = get_num_groups(d);
}
kernel void expect_chosen(global ulong* out, global const ulong* nd) {
  for (ulong linear = 0; linear < nd[10]; ++linear) {
    ulong id[4] = {linear % nd[0], linear / nd[0] % nd[1], linear / nd[0] / nd[1], 0};
    ulong global_size[4] = {nd[0], nd[1], nd[2], 1}, local_size[4] = {nd[3], nd[4], nd[5], 1};
    uint d = linear % 4;
    global ulong* at = out + linear * 28;
    ulong group = id[d] / local_size[d];
    at[0] = id[d];
    at[1] = id[d] % local_size[d];
    at[2] = group;
    at[3] = min(local_size[d], global_size[d] - group * local_size[d]);
    at[4] = local_size[d];
    at[5] = (global_size[d] + local_size[d] - 1) / local_size[d];
  }
}
