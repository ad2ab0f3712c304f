// SPDX-License-Identifier: Apache-2.0
// An index that is made of ids in 32 bits is one in 64 bits, where signed sums do not overflow.
// RUN: %cl %s | heddle-opt --kernel near --until optimize-work-item - | FileCheck %s --check-prefix NEAR
// RUN: %cl %s | heddle-opt --kernel by_hand --until optimize-work-item - | FileCheck %s --check-prefix HAND
// RUN: %cl %s | heddle-opt --kernel wraps --until optimize-work-item - | FileCheck %s --check-prefix WRAPS

// NEAR-LABEL: define {{.*}}void @near(
// NEAR-NOT: trunc
// NEAR: sext i32 %n to i64
// NEAR-NOT: sext
// NEAR: sub nsw i64
// NEAR-NOT: sext
// NEAR: ret void
kernel void near(global float* out, global const float* in, int n) {
  int i = get_global_id(0);
  out[i] = in[i + 1] + in[i - n];
}

// HAND-LABEL: define {{.*}}void @by_hand(
// HAND-NOT: {{trunc|[sz]ext}}
// HAND: ret void
kernel void by_hand(global float* out, global const float* in) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  out[i] = in[3 * i + 1];
}

// WRAPS-LABEL: define {{.*}}void @wraps(
// WRAPS: [[SUM:%.*]] = add i32
// WRAPS: zext i32 [[SUM]] to i64
kernel void wraps(global float* out, global const float* in, uint n) {
  uint i = get_global_id(0);
  out[i] = in[i + n];
}
