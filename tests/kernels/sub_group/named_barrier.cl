// SPDX-License-Identifier: Apache-2.0
// Barriers of some of a group's sub-groups (cl_khr_subgroup_named_barrier), as often as each part of the group likes.
// dims: 1 2
// per_item: 4
// local: 4
// needs: cl_khr_subgroups cl_khr_subgroup_named_barrier
#include "sub_group/common.h"

// Sub-groups with even numbers meet three times, those with odd ones five times: each reads what the next one of its part wrote.
kernel void test_parts(global uint* out, local uint* box) {
  const uint id = get_sub_group_id(), n = get_num_sub_groups(), part = id & 1;
  local __namedBarrier* even = named_barrier_init((n + 1) / 2);
  local __namedBarrier* odd = named_barrier_init(n / 2);
  local __namedBarrier* own = part ? odd : even;
  const uint next = (id + 2 < n ? id + 2 : part) * get_max_sub_group_size();
  uint wrong = 0, iterations = part ? 5 : 3, all = 0;
  for (uint iteration = 0; iteration < iterations; ++iteration) {
    box[ME] = value_of(ME) + iteration;
    work_group_named_barrier(own, CLK_LOCAL_MEM_FENCE);
    wrong += box[next] != value_of(next) + iteration;
    all += sub_group_reduce_add(1u);
    work_group_named_barrier(own, CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  wrong += box[ALL - 1] != value_of(ALL - 1) + (n % 2 ? 2 : 4);
  DIFFERENCE(wrong, all - iterations * get_sub_group_size(), FIRST + get_sub_group_local_id() - ME, 0);
}
NO_DIFFERENCE(parts)

// The first sub-group hands over numbers, the others work on them and hand back, through memory that they share in turns. One
// barrier is made anew for each batch, and only those that work come to the other one.
kernel void test_batches(global uint* out, local uint* box) {
  const uint id = get_sub_group_id(), n = get_num_sub_groups();
  local __namedBarrier* workers = named_barrier_init(n - 1);
  uint wrong = 0, sum = 0;
  for (uint batch = 0; batch < 4; ++batch) {
    local __namedBarrier* full = named_barrier_init(n);
    if (id == 0) {
      for (uint i = get_sub_group_local_id(); i < ALL; i += get_sub_group_size()) box[i] = hash(i + batch);
    }
    work_group_named_barrier(full, CLK_LOCAL_MEM_FENCE);
    if (id != 0) {
      const uint mine = box[ME];
      wrong += mine != hash(ME + batch);
      work_group_named_barrier(workers, CLK_LOCAL_MEM_FENCE);
      box[ME] = mine + id;
      work_group_named_barrier(workers, CLK_LOCAL_MEM_FENCE);
      const uint other = FIRST == get_max_sub_group_size() ? ALL - 1 : FIRST - 1;
      wrong += box[other] != hash(other + batch) + other / get_max_sub_group_size();
    }
    work_group_named_barrier(full, CLK_LOCAL_MEM_FENCE);
    if (id == 0)
      for (uint i = get_sub_group_size(); i < ALL; ++i) sum += box[i] - hash(i + batch) - i / get_max_sub_group_size();
  }
  DIFFERENCE(wrong, sum, 0, 0);
}
NO_DIFFERENCE(batches)

// Two barriers of one function, and waits of another kind beside them.
local __namedBarrier* make(uint count) { return named_barrier_init(count); }
kernel void test_mixed(global uint* out, local uint* box) {
  local atomic_uint turn;
  const uint id = get_sub_group_id(), n = get_num_sub_groups(), low = n / 2;
  local __namedBarrier* first = make(low);
  local __namedBarrier* second = make(n - low);
  if (ME == 0) atomic_init(&turn, n);
  barrier(CLK_LOCAL_MEM_FENCE);
  // The upper ones have their turns, from above, before they come; the lower ones come twice, and have theirs in between.
  if (id < low) work_group_named_barrier(first, CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_local_id() == 0) {
    while (atomic_load(&turn) != id + 1) {
    }
    box[id] = hash(id);
    atomic_store(&turn, id);
  }
  work_group_named_barrier(id < low ? first : second, CLK_LOCAL_MEM_FENCE);
  uint wrong = 0;
  for (uint i = id < low ? 0 : low; i < (id < low ? low : n); ++i) wrong += box[i] != hash(i);
  DIFFERENCE(wrong, 0, 0, 0);
}
NO_DIFFERENCE(mixed)
