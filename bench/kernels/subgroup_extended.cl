// SPDX-License-Identifier: Apache-2.0
// Extended sub-group functions. Sub-groups have 8 work-items at least.

// Walsh-Hadamard transforms of eight values, each in a work-item.
kernel void sub_hadamard(global float* out, global const float* in) {
  float x = in[get_global_id(0)];
  uint lane = get_sub_group_local_id();
  for (uint k = 1; k < 8; k *= 2) {
    float other = sub_group_shuffle_xor(x, k);
    x = lane & k ? other - x : x + other;
  }
  out[get_global_id(0)] = x;
}

// Values below a limit go to the front of the group, the others behind them.
kernel void sub_compact(global uint* out, global const uint* in, uint limit) {
  local uint parts[256];
  uint value = in[get_global_id(0)], keep = value < limit, base = get_group_id(0) * get_local_size(0);
  uint4 ballot = sub_group_ballot(keep);
  uint place = sub_group_ballot_exclusive_scan(ballot), total = 0;
  if (get_sub_group_local_id() == 0) parts[get_sub_group_id()] = sub_group_ballot_bit_count(ballot);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < get_num_sub_groups(); ++i) {
    if (i < get_sub_group_id()) place += parts[i];
    total += parts[i];
  }
  out[base + (keep ? place : total + get_local_id(0) - place)] = value;
}
