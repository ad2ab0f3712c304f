// A product of a transposed tile: three ways to fill it read along dimension 0, but the innermost loop reads rows of A one
// below the other along it, and neighbours of B along dimension 1.
// RUN: %cl %s | heddle-opt --kernel product --report \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 | FileCheck %s

// CHECK: width 8 along dimension 1
#define TILE 32
#define PITCH 33
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void product(global float* c, global const float* a, global const float* b, int n, int pitch) {
  local float tile_a[TILE * PITCH], tile_b[TILE * PITCH];
  int x = get_local_id(0), y = get_local_id(1), row = get_group_id(0) * TILE, column = get_group_id(1) * TILE;
  float sums[4][4] = {{0}};
  for (int k = 0; k < n; k += TILE) {
#pragma unroll
    for (int i = 0; i < TILE; i += 8) {
#pragma unroll
      for (int j = 0; j < TILE; j += 8) {
        int from = x + j, to = y + i;
        if (pitch % 4 == 0) {
          tile_a[to * PITCH + from] = a[(row + to) * pitch + k + from];
        } else if (pitch % 4 == 1) {
          tile_a[to * PITCH + from] = a[(row + to) * (pitch + 1) + k + from];
        } else {
          tile_a[to * PITCH + from] = row + to < n ? a[(row + to) * pitch + k + from] : 0;
        }
        tile_b[to * PITCH + from] = b[(k + to) * pitch + column + from];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
    for (int l = 0; l < TILE; ++l) {
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sums[i][j] += tile_a[(x * 4 + i) * PITCH + l] * tile_b[l * PITCH + y * 4 + j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) c[(row + x * 4 + i) * pitch + column + y * 4 + j] = sums[i][j];
}
