// SPDX-License-Identifier: Apache-2.0
// Sub-group functions under conditions and in loops that differ between work-items, where no work-item of a sub-group comes to the
// function, or all of them do; beside barriers of the whole group, that nobody meets or all do.
// dims: 1 2
// per_item: 4
// needs: cl_khr_subgroups
#include "sub_group/common.h"

#define NEVER (get_work_dim() == 0)
#define SIZE_HERE get_sub_group_size()

kernel void test_unmet(global uint* out) {
  uint mine = value_of(ME), s = mine % 1000, right = mine % 1000;
  if (mine & 1) {
    s += 3;
    if (NEVER) s += sub_group_reduce_add(s);
    s *= 2;
  } else {
    for (uint i = 0; i < ME % 5; ++i) {
      if (NEVER) sub_group_barrier(CLK_LOCAL_MEM_FENCE);
      s += i;
      if (NEVER) s = sub_group_scan_exclusive_add(s) + sub_group_broadcast(s, 0);
    }
  }
  right = mine & 1 ? (right + 3) * 2 : right + (ME % 5 ? ME % 5 * (ME % 5 - 1) / 2 : 0);
  DIFFERENCE(s - right, 0, 0, 0);
}
NO_DIFFERENCE(unmet)

// Sub-groups of one group go different ways, and as often as their number says round a loop.
kernel void test_by_sub_group(global uint* out) {
  uint s = 0, right = 0, me = get_sub_group_id();
  for (uint i = 0; i < me % 4 + 1; ++i) {
    s += sub_group_reduce_add(ME - FIRST + i);
    right += SIZE_HERE * (SIZE_HERE - 1) / 2 + SIZE_HERE * i;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (NEVER) barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (me & 1) {
    s ^= sub_group_broadcast(value_of(ME), 0);
    right ^= value_of(FIRST);
  } else if (value_of(ME) & 1) {
    if (NEVER) barrier(CLK_LOCAL_MEM_FENCE);
    ++s, ++right;
  }
  DIFFERENCE(s - right, 0, 0, 0);
}
NO_DIFFERENCE(by_sub_group)

// Under conditions of each work-item's own, which hold for all.
kernel void test_met_by_all(global uint* out) {
  local uint box[1024];
  uint s = 0, right = 0, mine = value_of(ME) % 100;
  if (mine + ALL > ME) {
    s = sub_group_reduce_max(mine);
    for (uint i = FIRST; i < END; ++i) right = max(right, value_of(i) % 100);
    if (mine + ALL > ME) {
      box[ME % 1024] = mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      s += box[(ALL - 1 - ME) % 1024] + sub_group_scan_inclusive_add(1u);
      right += value_of(ALL - 1 - ME) % 100 + ME - FIRST + 1;
    }
  } else {
    s = 1;
  }
  DIFFERENCE(s - right, 0, 0, 0);
}
NO_DIFFERENCE(met_by_all)
