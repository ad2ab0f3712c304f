// SPDX-License-Identifier: Apache-2.0
// Smaller groups at the end of each dimension: who is the last of a group, how many there are, what they count together.
// dims: 1 2 3
// expect: single
// per_item: 3

kernel void test_count(global uint* out, local uint* box) {
  uint me = get_local_linear_id(), all = get_local_size(0) * get_local_size(1) * get_local_size(2);
  bool last = get_local_id(0) == get_local_size(0) - 1 && get_local_id(1) == get_local_size(1) - 1 &&
              get_local_id(2) == get_local_size(2) - 1;
  box[me] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (last) {
    uint sum = 0;
    for (uint i = 0; i < all; ++i) sum += box[i];
    box[0] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  global uint* at = out + get_global_linear_id() * 3;
  at[0] = box[0];
  at[1] = last ? me : 0xffffffffu;
  at[2] = all == get_enqueued_local_size(0) * get_enqueued_local_size(1) * get_enqueued_local_size(2);
}
kernel void expect_count(global uint* out, global const ulong* nd) {
  for (ulong linear = 0; linear < nd[10]; ++linear) {
    ulong id[3] = {linear % nd[0], linear / nd[0] % nd[1], linear / nd[0] / nd[1]};
    uint all = 1;
    bool last = true;
    for (uint d = 0; d < 3; ++d) {
      ulong size = min(nd[3 + d], nd[d] - id[d] / nd[3 + d] * nd[3 + d]);
      all *= size;
      last &= id[d] % nd[3 + d] == size - 1;
    }
    out[linear * 3] = all;
    out[linear * 3 + 1] = last ? all - 1 : 0xffffffffu;
    out[linear * 3 + 2] = all == nd[3] * nd[4] * nd[5];
  }
}
