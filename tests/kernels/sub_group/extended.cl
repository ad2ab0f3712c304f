// SPDX-License-Identifier: Apache-2.0
// Extended sub-group functions: among those work-items that come to them, in conditions and loops that work-items differ in.
// dims: 1 2
// per_item: 4
// needs: cl_khr_subgroups cl_khr_subgroup_ballot cl_khr_subgroup_shuffle cl_khr_subgroup_clustered_reduce
#include "sub_group/common.h"

#define LANE get_sub_group_local_id()
#define ACTIVE(I) (value_of(I) % 3 != 1)

kernel void test_votes(global uint* out) {
  uint mine = value_of(ME), difference = 0, count = 0, first = UINT_MAX;
  if (ACTIVE(ME)) {
    bool all = true, any = false, equal = true;
    ulong bits = 0;
    for (uint i = FIRST; i < END; ++i) {
      if (!ACTIVE(i)) continue;
      if (first == UINT_MAX) first = i;
      all = all && value_of(i) % 7 != 0;
      any = any || value_of(i) % 11 == 0;
      equal = equal && value_of(i) % 2 == value_of(first) % 2;
      if (value_of(i) & 16) bits |= 1ul << (i - FIRST);
      ++count;
    }
    uint4 ballot = sub_group_ballot(mine & 16);
    difference = (sub_group_non_uniform_all(mine % 7 != 0) != 0) - all;
    difference |= (sub_group_non_uniform_any(mine % 11 == 0) != 0) - any;
    difference |= (sub_group_non_uniform_all_equal(mine % 2) != 0) - equal;
    difference |= (sub_group_elect() != 0) - (ME == first);
    difference |= sub_group_broadcast_first(mine) - value_of(first);
    difference |= (ballot.x ^ (uint)bits) | (ballot.y ^ (uint)(bits >> 32)) | ballot.z | ballot.w;
    difference |= sub_group_ballot_bit_count(ballot) - (uint)popcount(bits);
    difference |= sub_group_ballot_exclusive_scan(ballot) - (uint)popcount(bits & ((1ul << LANE) - 1));
    difference |= (sub_group_inverse_ballot(ballot) != 0) - ((mine & 16) != 0);
    count -= sub_group_ballot_bit_count(sub_group_ballot(1));
  } else {
    difference = sub_group_ballot_bit_extract(sub_group_ballot(1), LANE) == 0;
  }
  DIFFERENCE(difference, count, 0, 0);
}
NO_DIFFERENCE(votes)

kernel void test_arithmetic(global uint* out) {
  uint mine = value_of(ME);
  uint a = 0, b = 0, c = 0, d = 0;
  if (ACTIVE(ME)) {
    uint product = 1, all = ~0u, odd = 0;
    ulong sum = 0;
    char low = CHAR_MAX;
    for (uint i = FIRST; i < END; ++i) {
      if (!ACTIVE(i)) continue;
      if (i <= ME) product *= value_of(i);
      if (i < ME) low = min(low, (char)value_of(i)), sum += value_of(i);
      if (i < ME) odd ^= value_of(i) & 1;
      all &= value_of(i) | 0xffff;
    }
    a = sub_group_non_uniform_scan_inclusive_mul(mine) - product;
    b = (uint)(sub_group_non_uniform_scan_exclusive_min((char)mine) - low);
    c = sub_group_non_uniform_reduce_and(mine | 0xffff) ^ all;
    d = ((sub_group_non_uniform_scan_exclusive_logical_xor((int)(mine & 1)) != 0) != odd) +
        (sub_group_non_uniform_scan_exclusive_add((ulong)mine) != sum);
  }
  DIFFERENCE(a, b, c, d);
}
NO_DIFFERENCE(arithmetic)

// Halves move by their bits: each of these is a signalling NaN.
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define NAN_OF(I) as_half((ushort)(0x7c01 + value_of(I) % 511))
kernel void test_halves(global uint* out) {
  uint size = get_sub_group_size(), to = value_of(ME) % size;
  half mine = NAN_OF(ME);
  uint a = as_ushort(sub_group_broadcast(mine, 0)) ^ as_ushort(NAN_OF(FIRST));
  uint b = as_ushort(sub_group_non_uniform_broadcast((half2)(1, mine), size - 1).y) ^ as_ushort(NAN_OF(END - 1));
  uint c = as_ushort(sub_group_shuffle(mine, to)) ^ as_ushort(NAN_OF(FIRST + to)), d = 0;
  half up = sub_group_shuffle_up(mine, 1);
  if (LANE > 0) c |= as_ushort(up) ^ as_ushort(NAN_OF(ME - 1));
  if (LANE % 2) d = as_ushort(sub_group_broadcast_first(mine)) ^ as_ushort(NAN_OF(FIRST + 1));
  DIFFERENCE(a, b, c, d);
}
NO_DIFFERENCE(halves)
#endif

kernel void test_shuffles(global uint* out) {
  uint mine = value_of(ME), size = get_sub_group_size(), to = mine % size, rest = 0;
  uint a = sub_group_shuffle(mine, to) - value_of(FIRST + to);
  if ((LANE ^ 1) < size) rest += sub_group_shuffle_xor(mine, 1) - value_of(FIRST + (LANE ^ 1));
  uint up = sub_group_shuffle_up(mine, 3), down = (uint)sub_group_shuffle_down((ushort)mine, 2);
  double next = sub_group_shuffle_down((double)mine, 1);
  if (LANE >= 3) rest |= up - value_of(ME - 3);
  if (LANE + 2 < size) rest |= down - (ushort)value_of(ME + 2);
  if (LANE + 1 < size) rest |= (uint)next - value_of(ME + 1);
  uint turned = sub_group_rotate(mine, -2), source = (LANE + get_max_sub_group_size() - 2 % get_max_sub_group_size()) %
                                                        get_max_sub_group_size();
  if (source < size) a |= turned - value_of(FIRST + source);
  uint in_cluster = sub_group_clustered_rotate(mine, 3, 4), from = (LANE & ~3u) | (LANE + 3) % 4;
  if (from < size && get_max_sub_group_size() >= 4) a |= in_cluster - value_of(FIRST + from);
  long4 wide = sub_group_broadcast((long4)(mine, ME, -1, (long)mine << 20), to - to);
  DIFFERENCE(a, rest, (uint)(wide.w != (long)value_of(FIRST) << 20), (uint)wide.y - FIRST);
}
NO_DIFFERENCE(shuffles)

// Each iteration fewer work-items are left.
kernel void test_in_loop(global uint* out) {
  uint iterations = value_of(ME) % 6, sum = 0, want = 0;
  for (uint iteration = 0; iteration < iterations; ++iteration) sum += sub_group_non_uniform_reduce_add(value_of(ME) + iteration);
  for (uint iteration = 0; iteration < iterations; ++iteration) {
    for (uint i = FIRST; i < END; ++i) {
      if (value_of(i) % 6 > iteration) want += value_of(i) + iteration;
    }
  }
  DIFFERENCE(sum - want, 0, 0, 0);
}
NO_DIFFERENCE(in_loop)

kernel void test_clusters(global uint* out) {
  uint mine = value_of(ME), difference = 0;
  if (ACTIVE(ME)) {
    uint sum = 0, most = 0, bits = 0, first = FIRST + (LANE & ~3u);
    for (uint i = first; i < first + 4 && i < END; ++i) {
      if (!ACTIVE(i)) continue;
      sum += value_of(i);
      most = max(most, value_of(i) >> 24);
    }
    first = FIRST + (LANE & ~1u);
    for (uint i = first; i < first + 2 && i < END; ++i) {
      if (ACTIVE(i)) bits ^= value_of(i);
    }
    if (get_max_sub_group_size() >= 4) {
      difference = sub_group_clustered_reduce_add(mine, 4) - sum;
      difference |= sub_group_clustered_reduce_max((uchar)(mine >> 24), 4) ^ most;
      difference |= sub_group_clustered_reduce_xor(mine, 2) ^ bits;
    }
    difference |= sub_group_clustered_reduce_add(mine, 1) - mine;
  }
  DIFFERENCE(difference, 0, 0, 0);
}
NO_DIFFERENCE(clusters)
