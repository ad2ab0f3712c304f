// Values that live across barriers and of which those of two vectors do not fit the registers: a group's vectors go through
// the loop one at a time, and what they share is read anew by each, not kept in the frame for all of them.
// RUN: %cl %s | heddle-opt --kernel tall --emit asm --local-size 16,4,1 \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck %s

// CHECK-LABEL: heddle_kernel:
// CHECK-NOT: vfmadd{{.*}}rsp
// CHECK-COUNT-200: vfmadd231ps {{.*}}{1to16}
// CHECK-NOT: vmovups{{.*}}rsp), %zmm
// CHECK: retq
#define TILE 16
kernel void tall(global float* c, global const float* a, global const float* b, int n) {
  local float tile[TILE][TILE + 1];
  int x = get_local_id(0), y = get_local_id(1);
  int column = (get_group_id(0) * 4 + y) * TILE + x, row = get_group_id(1) * TILE;
  float sums[TILE];
  for (int i = 0; i < TILE; ++i) sums[i] = 0;
  for (int k = 0; k < n; k += TILE) {
    for (int i = y; i < TILE; i += 4) tile[x][i] = a[(row + i) * n + k + x];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int l = 0; l < TILE; ++l) {
      float from_b = b[(k + l) * n + column];
      for (int i = 0; i < TILE; ++i) sums[i] += tile[l][i] * from_b;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < TILE; ++i) c[(row + i) * n + column] = sums[i];
}
