// SPDX-License-Identifier: Apache-2.0
// y = A * x for a sparse matrix A, and a step through a graph.

kernel void csr_scalar(global T* y, global const uint* rows, global const uint* columns,
                       global const T* values, global const T* x) {
  size_t row = get_global_id(0);
  T sum = 0;
  for (uint k = rows[row]; k < rows[row + 1]; ++k) sum += values[k] * x[columns[k]];
  y[row] = sum;
}

// A group of 16 for each row.
kernel void csr_group(global T* y, global const uint* rows, global const uint* columns,
                      global const T* values, global const T* x) {
  local T sums[16];
  uint lane = get_local_id(0), row = get_group_id(0);
  T sum = 0;
  for (uint k = rows[row] + lane; k < rows[row + 1]; k += 16) sum += values[k] * x[columns[k]];
  sums[lane] = sum;
  for (uint step = 8; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < step) sums[lane] += sums[lane + step];
  }
  if (lane == 0) y[row] = sums[0];
}

// Rows padded to one length, stored column by column; a column of ~0 is padding.
kernel void ell(global T* y, global const uint* columns, global const T* values, global const T* x,
                uint width) {
  size_t row = get_global_id(0), rows = get_global_size(0);
  T sum = 0;
  for (uint k = 0; k < width; ++k) {
    uint column = columns[k * rows + row];
    if (column != ~0u) sum += values[k * rows + row] * x[column];
  }
  y[row] = sum;
}

// Diagonals at the given distances.
kernel void diagonals(global T* y, global const T* values, constant int* distances, uint count,
                      global const T* x) {
  int row = get_global_id(0), rows = get_global_size(0);
  T sum = 0;
  for (uint k = 0; k < count; ++k) {
    int column = row + distances[k];
    if (column >= 0 && column < rows) sum += values[k * rows + row] * x[column];
  }
  y[row] = sum;
}

// Breadth-first search: whoever was reached in step `depth` reaches its neighbours now.
kernel void bfs_step(global uint* depths, global const uint* rows, global const uint* columns,
                     uint depth) {
  size_t node = get_global_id(0);
  if (depths[node] != depth) return;
  for (uint k = rows[node]; k < rows[node + 1]; ++k) {
    uint other = columns[k];
    if (depths[other] == ~0u) depths[other] = depth + 1;
  }
}
