// SPDX-License-Identifier: Apache-2.0
// Prefix sums over a work-group in local memory.

kernel void scan_hillis_steele(global uint* out, global const uint* in, local uint* a,
                               local uint* b) {
  size_t lane = get_local_id(0);
  a[lane] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 1; step < get_local_size(0); step *= 2) {
    b[lane] = lane >= step ? a[lane] + a[lane - step] : a[lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    local uint* swap = a;
    a = b;
    b = swap;
  }
  out[get_global_id(0)] = a[lane];
}

// Two elements for each work-item; exclusive.
kernel void scan_blelloch(global float* out, global const float* in, local float* tree) {
  size_t lane = get_local_id(0), count = 2 * get_local_size(0), base = get_group_id(0) * count;
  tree[2 * lane] = in[base + 2 * lane];
  tree[2 * lane + 1] = in[base + 2 * lane + 1];
  size_t step = 1;
  for (size_t active = count / 2; active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < active) tree[step * (2 * lane + 2) - 1] += tree[step * (2 * lane + 1) - 1];
    step *= 2;
  }
  if (lane == 0) tree[count - 1] = 0;
  for (size_t active = 1; active < count; active *= 2) {
    step /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < active) {
      size_t left = step * (2 * lane + 1) - 1, right = step * (2 * lane + 2) - 1;
      float t = tree[left];
      tree[left] = tree[right];
      tree[right] += t;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + 2 * lane] = tree[2 * lane];
  out[base + 2 * lane + 1] = tree[2 * lane + 1];
}

// Elements below a threshold move to the front of their block; a block is as large as a group.
kernel void compact(global uint* out, global uint* counts, global const uint* in, uint limit,
                    local uint* offsets) {
  size_t lane = get_local_id(0), size = get_local_size(0);
  uint value = in[get_global_id(0)];
  uint keep = value < limit;
  offsets[lane] = keep;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 1; step < size; step *= 2) {
    uint before = lane >= step ? offsets[lane - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    offsets[lane] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (keep) out[get_group_id(0) * size + offsets[lane] - 1] = value;
  if (lane == size - 1) counts[get_group_id(0)] = offsets[lane];
}

// One work-item sums a row of a table of sums, as for a summed-area table.
kernel void scan_columns(global float* out, global const float* in, uint width, uint height) {
  uint x = get_global_id(0);
  float sum = 0;
  for (uint y = 0; y < height; ++y) {
    sum += in[y * width + x];
    out[y * width + x] = sum;
  }
}

kernel void scan_rows(global float* out, global const float* in, uint width) {
  uint y = get_global_id(0);
  float sum = 0;
  for (uint x = 0; x < width; ++x) {
    sum += in[y * width + x];
    out[y * width + x] = sum;
  }
}
