// SPDX-License-Identifier: Apache-2.0
// Sub-groups that wait for each other: they make progress independently (cl_khr_subgroups), and such kernels end.
// dims: 1 2
// per_item: 4
// local: 64
// needs: cl_khr_subgroups
#include "sub_group/common.h"

// Each sub-group but the last waits for the one behind it.
kernel void test_chain(global uint* out) {
  local atomic_uint turn;
  if (ME == 0) atomic_store(&turn, get_num_sub_groups());
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = sub_group_reduce_add(value_of(ME)), want = 0;
  if (get_sub_group_local_id() == 0) {
    while (atomic_load(&turn) != get_sub_group_id() + 1) {
    }
    atomic_store(&turn, get_sub_group_id());
  }
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = FIRST; i < END; ++i) want += value_of(i);
  DIFFERENCE(sum - want, FIRST + get_sub_group_local_id() - ME, 0, 0);
}
NO_DIFFERENCE(chain)

// The same with volatile memory, and the functions behind the loop.
kernel void test_flags(global uint* out, local volatile uint* flags) {
  flags[ME] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  bool done = get_sub_group_id() + 1 == get_num_sub_groups();
  uint rounds = 0;
  while (!done) {
    if (flags[get_sub_group_id() + 1]) done = true;
    ++rounds;
  }
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  flags[get_sub_group_id()] = 1;
  uint mine = value_of(ME), before = 0;
  for (uint i = FIRST; i < ME; ++i) before += value_of(i);
  DIFFERENCE(sub_group_scan_exclusive_add(mine) - before, sub_group_broadcast(mine, get_sub_group_size() - 1) - value_of(END - 1),
             (sub_group_any(1) == 0) + (sub_group_all(rounds < 0xffffffff) == 0), 0);
}
NO_DIFFERENCE(flags)

// No wait: a value that is tried again until nobody was faster.
kernel void test_retry(global uint* out) {
  local uint sum;
  if (ME == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint seen = sum, assumed;
  do {
    assumed = seen;
    seen = atomic_cmpxchg((volatile local uint*)&sum, assumed, assumed + value_of(ME));
  } while (seen != assumed);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint want = 0;
  for (uint i = 0; i < ALL; ++i) want += value_of(i);
  DIFFERENCE(sum - want, FIRST + get_sub_group_local_id() - ME, 0, 0);
}
NO_DIFFERENCE(retry)
