// SPDX-License-Identifier: Apache-2.0
// Sub-group functions of half.
// needs: cl_khr_fp16 cl_khr_subgroups cl_khr_subgroup_shuffle cl_khr_subgroup_clustered_reduce cl_khr_subgroup_ballot
// per_item: 4
#include "sub_group/common.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define X(I) as_half((ushort)((value_of(I) & 0x83ff) | (8 + value_of(I) / 65536 % 13) << 10))
#define SMALL(I) ((half)(int)(value_of(I) % 5))

// How many of these are wrong.
kernel void test_functions(global uint* out) {
  uint lane = get_sub_group_local_id(), count = get_sub_group_size(), wrong = 0;
  half mine = X(ME), least = INFINITY, sum = 0, before = 0;
  for (uint i = FIRST; i < END; ++i) {
    least = fmin(least, X(i));
    sum += SMALL(i);
    if (i < ME) before += SMALL(i);
  }
  wrong += sub_group_reduce_min(mine) != least;
  wrong += sub_group_reduce_add(SMALL(ME)) != sum;
  wrong += sub_group_scan_exclusive_add(SMALL(ME)) != before;
  wrong += sub_group_scan_inclusive_add(SMALL(ME)) != before + SMALL(ME);
  wrong += sub_group_broadcast(mine, count - 1) != X(FIRST + count - 1);
  wrong += sub_group_shuffle(mine, count - 1 - lane) != X(FIRST + count - 1 - lane);
  half4 all = sub_group_broadcast((half4)(mine, 1, 2, 3), 0u);
  wrong += all.x != X(FIRST) || all.w != 3;
  wrong += sub_group_clustered_reduce_max(mine, 1) != mine;
  half some = 0;
  if (value_of(ME) % 3 == 1) {
    for (uint i = FIRST; i < END; ++i) some += value_of(i) % 3 == 1 ? SMALL(i) : (half)0;
    wrong += sub_group_non_uniform_reduce_add(SMALL(ME)) != some;
  }
  DIFFERENCE(wrong, 0, 0, 0);
}
NO_DIFFERENCE(functions)
