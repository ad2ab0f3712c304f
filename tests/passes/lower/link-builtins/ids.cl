// What ids and sizes can be is known, so that `int` indices lose their conversions, and a sum of indices keeps its
// shape when a loop is taken apart.
// RUN: %cl %s | heddle-opt --kernel plain --until optimize-work-item - | FileCheck --check-prefix=PLAIN %s
// RUN: %cl %s | heddle-opt --kernel by_hand --until optimize-work-item - | FileCheck --check-prefix=HAND %s
// RUN: %cl %s | heddle-opt --kernel required --until optimize-work-item - | FileCheck --check-prefix=REQUIRED %s
// RUN: %cl %s | heddle-opt --kernel in_loop --until optimize-work-item - | FileCheck --check-prefix=LOOP %s

// PLAIN-LABEL: @plain(
// PLAIN-NOT: {{trunc|sext|zext|and}}
// PLAIN: call noundef range(i64 0, 2147479552) i64 @__hd_global_id(i32 {{.*}}0)
// PLAIN-NOT: {{trunc|sext|zext|and}}
// PLAIN: ret void
kernel void plain(global float* a) {
  int i = get_global_id(0), j = get_global_id(1);
  uint u = get_global_id(0);
  a[i + 2 * j] = a[u + 1];
}

// HAND-LABEL: @by_hand(
// HAND-NOT: {{trunc|sext|zext|ashr}}
// HAND: ret void
kernel void by_hand(global float* a) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  a[i] = a[i + 1];
}

// REQUIRED-LABEL: @required(
// REQUIRED: call noundef range(i64 0, 134217728) i64 @__hd_group_id(
// REQUIRED-NOT: {{trunc|sext|zext|and}}
// REQUIRED: ret void
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void required(global float* a) {
  uint i = get_group_id(0) * 16 + get_local_id(0);
  a[i] = 0;
}

// LOOP-LABEL: @in_loop(
// LOOP: [[X:%.*]] = call {{.*}}i64 @__hd_local_id(i32 {{.*}}0)
// LOOP-NOT: {{add.*}} i32
// LOOP: ret void
kernel void in_loop(global float* a, global float* b, int n) {
  int x = get_local_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; k += 16) sum += a[row * n + k + x];
  b[x] = sum;
}
