// SPDX-License-Identifier: Apache-2.0
// Barriers in groups of two and three dimensions: every item reads what the item at the opposite corner wrote.
// dims: 1 2 3
#include "common.h"

kernel void test_opposite(global uint* out, local uint* box) {
  uint me = get_local_linear_id(), all = get_local_size(0) * get_local_size(1) * get_local_size(2);
  uint3 id = (uint3)(get_global_id(0), get_global_id(1), get_global_id(2));
  box[me] = id.x + id.y * 1000 + id.z * 1000000;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint first = box[all - 1 - me];
  barrier(CLK_LOCAL_MEM_FENCE);
  box[all - 1 - me] = id.x * 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_linear_id()] = first + box[me] + id.y;
}
kernel void expect_opposite(global uint* out) {
  uint other[3];
  for (uint d = 0; d < 3; ++d) other[d] = get_global_id(d) - get_local_id(d) + get_local_size(d) - 1 - get_local_id(d);
  out[get_global_linear_id()] = other[0] + other[1] * 1000 + other[2] * 1000000 + other[0] * 7 + get_global_id(1);
}

kernel void test_along(global uint* out, local uint* box) {
  uint me = get_local_linear_id(), sum = 0;
  for (uint d = 0; d < get_work_dim(); ++d) {
    box[me] = get_global_id(d) * (d + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint at[3] = {get_local_id(0), get_local_id(1), get_local_id(2)};
    at[d] = (at[d] + 1) % get_local_size(d);
    sum += box[(at[2] * get_local_size(1) + at[1]) * get_local_size(0) + at[0]];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_linear_id()] = sum;
}
kernel void expect_along(global uint* out) {
  uint sum = 0;
  for (uint d = 0; d < get_work_dim(); ++d) {
    sum += (get_global_id(d) - get_local_id(d) + (get_local_id(d) + 1) % get_local_size(d)) * (d + 1);
  }
  out[get_global_linear_id()] = sum;
}

// As many iterations as the row's number says, in groups of one row.
kernel void test_row_rounds(global uint* out, local uint* box) {
  uint row = get_global_id(1), iterations = get_local_size(1) * get_local_size(2) == 1 ? 1 + row % 3 : 2;
  uint size = get_local_size(0) * get_local_size(1) * get_local_size(2), me = get_local_linear_id();
  uint value = get_global_id(0) + row * 100;
  for (uint iteration = 0; iteration < iterations; ++iteration) {
    box[me] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = box[size - 1 - me] * 3 + iteration;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_linear_id()] = value;
}
kernel void expect_row_rounds(global uint* out) {
  uint ids[2] = {get_global_id(0), get_global_id(1)};
  uint row = ids[1], iterations = get_local_size(1) * get_local_size(2) == 1 ? 1 + row % 3 : 2, values[2];
  for (uint d = 0; d < 2; ++d) ids[d] += get_local_size(d) - 1 - 2 * get_local_id(d);
  values[0] = get_global_id(0) + row * 100;
  values[1] = ids[0] + ids[1] * 100;
  for (uint iteration = 0; iteration < iterations; ++iteration)
    for (uint k = 0; k < 2; ++k) values[k] = values[k] * 3 + iteration;
  out[get_global_linear_id()] = values[iterations % 2];
}
