// SPDX-License-Identifier: Apache-2.0
// C = A * B, row-major, n x n. T is the type of elements, set by the build options.

kernel void gemm_naive(global T* c, global const T* a, global const T* b, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  T sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// The same with rows along dimension 0: neighbours are a row apart.
kernel void gemm_naive_rows(global T* c, global const T* a, global const T* b, int n) {
  int row = get_global_id(0), column = get_global_id(1);
  T sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// The sum is kept in memory, as untuned programs have it: a register if C is neither A nor B.
kernel void gemm_in_memory(global T* c, global const T* a, global const T* b, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  c[row * n + column] = 0;
  for (int k = 0; k < n; ++k) c[row * n + column] += a[row * n + k] * b[k * n + column];
}
kernel void gemm_in_memory_transposed_b(global T* c, global const T* a, global const T* b, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  c[row * n + column] = 0;
  for (int k = 0; k < n; ++k) c[row * n + column] += a[row * n + k] * b[column * n + k];
}

// A times the transposed B: both are read along rows.
kernel void gemm_transposed_b(global T* c, global const T* a, global const T* b, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  T sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[column * n + k];
  c[row * n + column] = sum;
}

kernel void gemm_half(global half* c, global const half* a, global const half* b, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += vload_half(row * n + k, a) * vload_half(k * n + column, b);
  vstore_half(sum, row * n + column, c);
}

kernel void gemm_int8(global int* c, global const char* a, global const char* b, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

#define TILE 16

kernel void gemm_tiled(global T* c, global const T* a, global const T* b, int n) {
  local T tile_a[TILE][TILE], tile_b[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_global_id(0), row = get_global_id(1);
  T sum = 0;
  for (int k = 0; k < n; k += TILE) {
    tile_a[y][x] = a[row * n + k + x];
    tile_b[y][x] = b[(k + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; ++i) sum += tile_a[y][i] * tile_b[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

// Each work-item computes 4 x 4 results from registers; a group of 16 x 16 a block of 64 x 64.
#define BLOCK 4

kernel void gemm_blocked(global T* c, global const T* a, global const T* b, int n) {
  local T tile_a[TILE][TILE * BLOCK], tile_b[TILE][TILE * BLOCK];
  int x = get_local_id(0), y = get_local_id(1);
  int first_column = get_group_id(0) * TILE * BLOCK, first_row = get_group_id(1) * TILE * BLOCK;
  T sums[BLOCK][BLOCK];
  for (int i = 0; i < BLOCK; ++i)
    for (int j = 0; j < BLOCK; ++j) sums[i][j] = 0;
  for (int k = 0; k < n; k += TILE) {
    for (int i = 0; i < BLOCK; ++i) {
      tile_a[x][y + i * TILE] = a[(first_row + y + i * TILE) * n + k + x];
      tile_b[y][x + i * TILE] = b[(k + y) * n + first_column + x + i * TILE];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < TILE; ++l) {
      T from_a[BLOCK], from_b[BLOCK];
      for (int i = 0; i < BLOCK; ++i) {
        from_a[i] = tile_a[l][y + i * TILE];
        from_b[i] = tile_b[l][x + i * TILE];
      }
      for (int i = 0; i < BLOCK; ++i)
        for (int j = 0; j < BLOCK; ++j) sums[i][j] += from_a[i] * from_b[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < BLOCK; ++i)
    for (int j = 0; j < BLOCK; ++j)
      c[(first_row + y + i * TILE) * n + first_column + x + j * TILE] = sums[i][j];
}

// Each work-item computes 16 rows of one column; a group of 16 x 4 a block of 16 rows and 64 columns.
// A tile of A is turned in local memory, where rows are padded, and of B each element is read once.
#define PARTS 4

kernel void gemm_tall(global T* c, global const T* a, global const T* b, int n) {
  local T tile[TILE][TILE + 1];
  int x = get_local_id(0), y = get_local_id(1);
  int column = (get_group_id(0) * PARTS + y) * TILE + x, first_row = get_group_id(1) * TILE;
  T sums[TILE];
  for (int i = 0; i < TILE; ++i) sums[i] = 0;
  for (int k = 0; k < n; k += TILE) {
    for (int i = y; i < TILE; i += PARTS) tile[x][i] = a[(first_row + i) * n + k + x];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int l = 0; l < TILE; ++l) {
      T from_b = b[(k + l) * n + column];
      for (int i = 0; i < TILE; ++i) sums[i] += tile[l][i] * from_b;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < TILE; ++i) c[(first_row + i) * n + column] = sums[i];
}

// Registers only: 8 rows of one column for each work-item.
kernel void gemm_columns(global T* c, global const T* a, global const T* b, int n) {
  int column = get_global_id(0), row = get_global_id(1) * 8;
  T sums[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (int k = 0; k < n; ++k) {
    T from_b = b[k * n + column];
    for (int i = 0; i < 8; ++i) sums[i] += a[(row + i) * n + k] * from_b;
  }
  for (int i = 0; i < 8; ++i) c[(row + i) * n + column] = sums[i];
}

// y = A * x; a work-item for each row.
kernel void gemv_rows(global T* y, global const T* a, global const T* x, int n) {
  int row = get_global_id(0);
  T sum = 0;
  for (int k = 0; k < n; ++k) sum += a[(size_t)row * n + k] * x[k];
  y[row] = sum;
}

// y = transposed A * x: neighbours read neighbours.
kernel void gemv_transposed(global T* y, global const T* a, global const T* x, int n) {
  int column = get_global_id(0);
  T sum = 0;
  for (int k = 0; k < n; ++k) sum += a[(size_t)k * n + column] * x[k];
  y[column] = sum;
}

// A work-group for each row, summed in local memory.
kernel void gemv_group(global T* y, global const T* a, global const T* x, int n, local T* sums) {
  int lane = get_local_id(0), size = get_local_size(0);
  global const T* row = a + (size_t)get_group_id(0) * n;
  T sum = 0;
  for (int k = lane; k < n; k += size) sum += row[k] * x[k];
  sums[lane] = sum;
  for (int step = size / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < step) sums[lane] += sums[lane + step];
  }
  if (lane == 0) y[get_group_id(0)] = sums[0];
}
