// SPDX-License-Identifier: Apache-2.0
// What kernels about sub-groups share. Their size is the driver's choice and differs between levels, so that test_X compares
// with its own plain code, and expect_X writes that there was no difference.
#define ME ((uint)get_local_linear_id())
#define ALL ((uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)))
#define FULL ((uint)(get_enqueued_local_size(0) * get_enqueued_local_size(1) * get_enqueued_local_size(2)))
// Linear local ids of the sub-group's work-items.
#define FIRST (get_sub_group_id() * get_max_sub_group_size())
#define END (FIRST + get_sub_group_size())

uint hash(uint x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// What the work-item with this linear local id computes from its global ids.
uint value_of(uint item) {
  size_t x = item % get_local_size(0), y = item / get_local_size(0) % get_local_size(1),
         z = item / get_local_size(0) / get_local_size(1);
  return hash(get_global_id(0) - get_local_id(0) + x + (get_global_id(1) - get_local_id(1) + y) * 1000 +
              (get_global_id(2) - get_local_id(2) + z) * 1000000);
}

#define NO_DIFFERENCE(NAME) \
  kernel void expect_##NAME(global uint* out) { vstore4((uint4)0, get_global_linear_id(), out); }
#define DIFFERENCE(A, B, C, D) vstore4((uint4)(A, B, C, D), get_global_linear_id(), out)
