// SPDX-License-Identifier: Apache-2.0
// That local and global memory are apart outlives the address spaces: the sum stays in a register, though the loop reads
// what others may write. A generic pointer may be either.
// RUN: %cl %s | heddle-opt --kernel test --overlaps 0,1 --until optimize-work-item - | FileCheck --check-prefix=TEST %s
// RUN: %cl %s | heddle-opt --kernel anywhere --overlaps 0,1 --until optimize-work-item - | FileCheck --check-prefix=ANY %s

// TEST-LABEL: define {{.*}}void @test(
// TEST: phi float
// TEST-NOT: store
// TEST: br i1
// TEST: store float
// TEST: ret void
kernel void test(global float* sums, local const float* tile, int n) {
  size_t i = get_global_id(0);
  for (int k = 0; k < n; ++k) sums[i] += tile[k];
}

// ANY-LABEL: define {{.*}}void @anywhere(
// ANY: load float
// ANY: load float
// ANY: store float
// ANY: br i1
// ANY: ret void
kernel void anywhere(global float* sums, local const float* tile, int n) {
  size_t i = get_global_id(0);
  const float* somewhere = i & 1 ? (const float*)tile : (const float*)sums;
  for (int k = 0; k < n; ++k) sums[i] += somewhere[k];
}
