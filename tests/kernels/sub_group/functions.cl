// SPDX-License-Identifier: Apache-2.0
// Sub-group functions (cl_khr_subgroups) in one to three dimensions.
// dims: 1 2 3
// per_item: 4
// needs: cl_khr_subgroups
#include "sub_group/common.h"

// Which work-items are together: neighbours by their linear ids, all sub-groups but the last of one size.
kernel void test_layout(global uint* out) {
  uint size = get_max_sub_group_size(), left = ALL - FIRST;
  DIFFERENCE(FIRST + get_sub_group_local_id() - ME, get_sub_group_size() - min(size, left),
             get_num_sub_groups() - (ALL + size - 1) / size, get_enqueued_num_sub_groups() - (FULL + size - 1) / size);
}
NO_DIFFERENCE(layout)

kernel void test_votes(global uint* out) {
  uint mine = value_of(ME);
  int all = 1, any = 0, high = 1;
  for (uint i = FIRST; i < END; ++i) {
    all &= value_of(i) % 50 != 0;
    any |= value_of(i) % 50 == 0;
    high &= (value_of(i) & 0x40000000) != 0;
  }
  DIFFERENCE((sub_group_all(mine % 50 != 0) != 0) - all, (sub_group_any(mine % 50 == 0) != 0) - any,
             (sub_group_all((int)(mine & 0x40000000)) != 0) - high, (sub_group_any(0) != 0) + (sub_group_all(1) == 0));
}
NO_DIFFERENCE(votes)

kernel void test_broadcast(global uint* out) {
  uint mine = value_of(ME), last = get_sub_group_size() - 1, somewhere = value_of(FIRST) % get_sub_group_size();
  DIFFERENCE(sub_group_broadcast(mine, 0) - value_of(FIRST), sub_group_broadcast(mine, last) - value_of(END - 1),
             sub_group_broadcast(mine, somewhere) - value_of(FIRST + somewhere),
             (uint)sub_group_broadcast((double)mine, last) - value_of(END - 1));
}
NO_DIFFERENCE(broadcast)

kernel void test_reduce(global uint* out) {
  uint mine = value_of(ME), sum = 0, low = UINT_MAX, high = 0;
  int signed_low = INT_MAX;
  for (uint i = FIRST; i < END; ++i) {
    sum += value_of(i);
    low = min(low, value_of(i));
    high = max(high, value_of(i));
    signed_low = min(signed_low, (int)value_of(i));
  }
  DIFFERENCE(sub_group_reduce_add(mine) - sum, sub_group_reduce_min(mine) - low, sub_group_reduce_max(mine) - high,
             sub_group_reduce_min((int)mine) - signed_low);
}
NO_DIFFERENCE(reduce)

kernel void test_scan(global uint* out) {
  uint mine = value_of(ME), sum = 0, high = 0, low = UINT_MAX;
  for (uint i = FIRST; i < ME; ++i) {
    sum += value_of(i);
    high = max(high, value_of(i));
    low = min(low, value_of(i));
  }
  DIFFERENCE(sub_group_scan_inclusive_add(mine) - sum - mine, sub_group_scan_exclusive_add(mine) - sum,
             sub_group_scan_inclusive_max(mine) - max(high, mine), sub_group_scan_exclusive_min(mine) - low);
}
NO_DIFFERENCE(scan)

// Other types: exact in any order.
kernel void test_types(global uint* out) {
  uint mine = value_of(ME) & 0xff;
  float sum = 0, high = -INFINITY;
  long l = LONG_MIN;
  ulong u = 0;
  double low = INFINITY;
  for (uint i = FIRST; i < END; ++i) {
    uint other = value_of(i) & 0xff;
    sum += other;
    u += (ulong)other << 40;
    if (i <= ME) high = max(high, (float)other * -0.5f);
    if (i < ME) l = max(l, (long)other << 33);
    if (i < ME) low = min(low, (double)other);
  }
  DIFFERENCE(as_uint(sub_group_reduce_add((float)mine)) - as_uint(sum) +
                 as_uint(sub_group_scan_inclusive_max((float)mine * -0.5f)) - as_uint(high),
             (uint)(sub_group_scan_exclusive_max((long)mine << 33) != l),
             (uint)(sub_group_reduce_add((ulong)mine << 40) != u),
             (uint)(sub_group_scan_exclusive_min((double)mine) != low));
}
NO_DIFFERENCE(types)

// In loops and conditions that are the same for a sub-group, but not for the work-group.
kernel void test_in_loop(global uint* out) {
  uint mine = value_of(ME) % 1000, iterations = 0, sum = 0;
  while (sub_group_any(mine > 0)) {
    sum += sub_group_reduce_add(mine);
    mine = mine / 2 > ME ? mine / 2 : 0;
    ++iterations;
  }
  if (sub_group_reduce_max(sum) % 2) sum += sub_group_scan_inclusive_add(1u);
  if (get_sub_group_id() % 2) sum += sub_group_broadcast(ME, 0);
  uint most = 0, total = 0;
  for (uint i = FIRST; i < END; ++i) {
    uint value = value_of(i) % 1000, steps = 0;
    while (value > 0) {
      total += value;
      value = value / 2 > i ? value / 2 : 0;
      ++steps;
    }
    most = max(most, steps);
  }
  if (total % 2) total += ME - FIRST + 1;
  if (get_sub_group_id() % 2) total += FIRST;
  DIFFERENCE(iterations - most, sum - total, 0, 0);
}
NO_DIFFERENCE(in_loop)

// The number of iterations is read from memory: nobody can see that it is the same for a sub-group.
kernel void test_read_rounds(global uint* out, global uint* tmp) {
  tmp[get_global_linear_id()] = value_of(FIRST) % 5;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  uint sum = 0, want = 0;
  for (uint i = 0; i < tmp[get_global_linear_id()]; ++i) sum += sub_group_scan_exclusive_add(value_of(ME) + i);
  for (uint i = 0; i < value_of(FIRST) % 5; ++i) {
    for (uint k = FIRST; k < ME; ++k) want += value_of(k) + i;
  }
  DIFFERENCE(sum - want, 0, 0, 0);
}
NO_DIFFERENCE(read_rounds)

// With barriers of the work-group between.
kernel void test_with_barriers(global uint* out, local uint* sums) {
  uint mine = value_of(ME), sum = sub_group_reduce_add(mine), before = sub_group_scan_exclusive_add(mine);
  if (get_sub_group_local_id() == 0) sums[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < get_sub_group_id(); ++i) before += sums[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint want = 0;
  for (uint i = 0; i < ME; ++i) want += value_of(i);
  if (get_sub_group_local_id() == 0) sums[get_sub_group_id()] = want;
  barrier(CLK_LOCAL_MEM_FENCE);
  DIFFERENCE(before - want, work_group_scan_exclusive_add(mine) - want,
             sub_group_broadcast(want, 0) - sums[get_sub_group_id()], 0);
}
NO_DIFFERENCE(with_barriers)

// Neighbours of a sub-group read what each other wrote, without a barrier of the work-group.
kernel void test_exchange(global uint* out, local uint* tmp) {
  uint lane = get_sub_group_local_id(), size = get_sub_group_size(), sum = 0, want = 0;
  for (uint iteration = 1; iteration < 4; ++iteration) {
    tmp[ME] = value_of(ME) + iteration;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    sum += tmp[FIRST + (size - 1 - lane)] * iteration + tmp[FIRST + (lane + iteration) % size];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
    want += (value_of(END - 1 - lane) + iteration) * iteration + value_of(FIRST + (lane + iteration) % size) + iteration;
  }
  // Under a condition that lanes differ in, and one that only sub-groups differ in.
  if (lane % 3 == 0) tmp[ME] = lane;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (lane % 3 == 1) sum += tmp[ME - 1], want += lane - 1;
  if (get_sub_group_id() == 0) {
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    tmp[ME] = lane * 7;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    sum += tmp[size - 1], want += (size - 1) * 7;
  }
  DIFFERENCE(sum - want, 0, 0, 0);
}
NO_DIFFERENCE(exchange)
