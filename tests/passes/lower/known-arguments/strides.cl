// SPDX-License-Identifier: Apache-2.0
// Strides of one variant are constants: negative ones, narrow ones, zeros.
// RUN: %cl %s | heddle-opt -kernel=axpy -integer=1:-1 -integer=3:0 -passes=known-arguments -emit=ll - | FileCheck %s
// RUN: %cl %s | heddle-opt -kernel=axpy -features=+avx2,+fma -integer=1:1 -integer=3:-1 -integer=4:1 -report -emit=none - 2>&1 | \
// RUN: FileCheck --check-prefix=REPORT %s
// CHECK-LABEL: define {{.*}}@axpy(
// CHECK-DAG: store i32 -1, ptr %zs.addr
// CHECK-DAG: store i16 0, ptr %xs.addr
// CHECK-DAG: store i64 %ys, ptr %ys.addr
// REPORT: memory: 2 contiguous, 0 strided, 0 gathers, 0 scatters
// REPORT: for launches with arguments 1 = 1, 3 = -1, 4 = 1
kernel void axpy(global float* z, int zs, global const float* x, short xs, long ys) {
  size_t i = get_global_id(0);
  z[i * zs] += x[(long)i * xs + (long)i * ys];
}
