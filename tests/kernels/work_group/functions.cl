// SPDX-License-Identifier: Apache-2.0
// Work-group functions (OpenCL C 2.0 §6.13.15) in one to three dimensions.
// dims: 1 2 3
// per_item: 4

#define ME get_local_linear_id()
#define ALL (get_local_size(0) * get_local_size(1) * get_local_size(2))

uint hash(uint x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}
// What the item with this linear local id computed from its global ids.
uint value_of(size_t item) {
  size_t x = item % get_local_size(0), y = item / get_local_size(0) % get_local_size(1),
         z = item / get_local_size(0) / get_local_size(1);
  return hash(get_global_id(0) - get_local_id(0) + x + (get_global_id(1) - get_local_id(1) + y) * 1000 +
              (get_global_id(2) - get_local_id(2) + z) * 1000000);
}

kernel void test_votes(global int* out) {
  uint mine = value_of(ME);
  global int* at = out + get_global_linear_id() * 4;
  at[0] = work_group_all(mine % 50 != 0) != 0;
  at[1] = work_group_any(mine % 50 == 0) != 0;
  at[2] = work_group_all((int)(mine & 0x40000000)) != 0;
  at[3] = work_group_any(get_local_size(0) > 3) + work_group_all(1) * 2;
}
kernel void expect_votes(global int* out) {
  int all = 1, any = 0, high = 1;
  for (size_t i = 0; i < ALL; ++i) {
    all &= value_of(i) % 50 != 0;
    any |= value_of(i) % 50 == 0;
    high &= (value_of(i) & 0x40000000) != 0;
  }
  global int* at = out + get_global_linear_id() * 4;
  at[0] = all;
  at[1] = any;
  at[2] = high;
  at[3] = (get_local_size(0) > 3) + 2;
}

kernel void test_broadcast(global uint* out) {
  uint mine = value_of(ME), from_last, from_middle;
  if (get_work_dim() == 1) {
    from_last = work_group_broadcast(mine, get_local_size(0) - 1);
    from_middle = work_group_broadcast(mine, get_local_size(0) / 2);
  } else if (get_work_dim() == 2) {
    from_last = work_group_broadcast(mine, get_local_size(0) - 1, get_local_size(1) - 1);
    from_middle = work_group_broadcast(mine, get_local_size(0) / 2, 0);
  } else {
    from_last = work_group_broadcast(mine, get_local_size(0) - 1, get_local_size(1) - 1, get_local_size(2) - 1);
    from_middle = work_group_broadcast(mine, get_local_size(0) / 2, 0, 0);
  }
  vstore4((uint4)(from_last, from_middle, mine, 0), get_global_linear_id(), out);
}
kernel void expect_broadcast(global uint* out) {
  vstore4((uint4)(value_of(ALL - 1), value_of(get_local_size(0) / 2), value_of(ME), 0), get_global_linear_id(), out);
}

kernel void test_reduce(global uint* out) {
  uint mine = value_of(ME);
  global uint* at = out + get_global_linear_id() * 4;
  at[0] = work_group_reduce_add(mine);
  at[1] = work_group_reduce_min(mine);
  at[2] = work_group_reduce_max(mine);
  at[3] = (uint)work_group_reduce_min((int)mine);
}
kernel void expect_reduce(global uint* out) {
  uint sum = 0, low = UINT_MAX, high = 0;
  int signed_low = INT_MAX;
  for (size_t i = 0; i < ALL; ++i) {
    sum += value_of(i);
    low = min(low, value_of(i));
    high = max(high, value_of(i));
    signed_low = min(signed_low, (int)value_of(i));
  }
  vstore4((uint4)(sum, low, high, (uint)signed_low), get_global_linear_id(), out);
}

kernel void test_scan(global uint* out) {
  uint mine = value_of(ME);
  global uint* at = out + get_global_linear_id() * 4;
  at[0] = work_group_scan_inclusive_add(mine);
  at[1] = work_group_scan_exclusive_add(mine);
  at[2] = work_group_scan_inclusive_max(mine);
  at[3] = work_group_scan_exclusive_min(mine);
}
kernel void expect_scan(global uint* out) {
  uint sum = 0, high = 0, low = UINT_MAX;
  for (size_t i = 0; i < ME; ++i) {
    sum += value_of(i);
    high = max(high, value_of(i));
    low = min(low, value_of(i));
  }
  vstore4((uint4)(sum + value_of(ME), sum, max(high, value_of(ME)), low), get_global_linear_id(), out);
}

// Other types: exact in any order.
kernel void test_types(global uint* out) {
  uint mine = value_of(ME) & 0xff;
  float f = work_group_reduce_add((float)mine) + work_group_scan_inclusive_max((float)mine * -0.5f);
  long l = work_group_scan_exclusive_max((long)mine << 33);
  ulong u = work_group_reduce_add((ulong)mine << 40);
  int i = work_group_scan_inclusive_min(-(int)mine);
  vstore4((uint4)(as_uint(f), (uint)(l >> 32), (uint)(u >> 40), (uint)i), get_global_linear_id(), out);
}
kernel void expect_types(global uint* out) {
  float sum = 0, high = -INFINITY;
  long l = LONG_MIN;
  ulong u = 0;
  int low = 0;
  for (size_t i = 0; i < ALL; ++i) {
    uint mine = value_of(i) & 0xff;
    sum += mine;
    u += mine;
    if (i <= ME) high = max(high, (float)mine * -0.5f);
    if (i < ME) l = max(l, (long)mine << 33);
    if (i <= ME) low = min(low, -(int)mine);
  }
  vstore4((uint4)(as_uint(sum + high), (uint)(l >> 32), (uint)u, (uint)low), get_global_linear_id(), out);
}

// In loops and conditions that are the same for all, results that decide about more of them.
kernel void test_in_loop(global uint* out) {
  uint mine = value_of(ME) % 1000, iterations = 0, sum = 0;
  while (work_group_any(mine > 0)) {
    sum += work_group_reduce_add(mine);
    mine = mine / 2 > ME ? mine / 2 : 0;
    ++iterations;
  }
  if (work_group_reduce_max(sum) % 2) sum += work_group_scan_inclusive_add(1u);
  vstore4((uint4)(iterations, sum, 0, 0), get_global_linear_id(), out);
}
kernel void expect_in_loop(global uint* out) {
  uint iterations = 0, sum = 0;
  for (size_t i = 0; i < ALL; ++i) {
    uint mine = value_of(i) % 1000, steps = 0;
    while (mine > 0) {
      sum += mine;
      mine = mine / 2 > i ? mine / 2 : 0;
      ++steps;
    }
    iterations = max(iterations, steps);
  }
  if (sum % 2) sum += ME + 1;
  vstore4((uint4)(iterations, sum, 0, 0), get_global_linear_id(), out);
}
