// Whether a block of a matrix lies within it is the same for all work-items of a group: local ids are cut off where the
// other side is a multiple of what they stay below, and only there.
// RUN: %cl %s | heddle-opt --kernel within --until compare-groups - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel low_bits --until compare-groups - | FileCheck --check-prefix=LOW %s
// RUN: %cl %s | heddle-opt --kernel too_large --until compare-groups - | FileCheck --check-prefix=LARGE %s
// RUN: %cl %s | heddle-opt --kernel barriers --report - 2>&1 | FileCheck --check-prefix=BARRIERS %s

// CHECK-LABEL: define {{.*}}@within(
// CHECK: [[GROUP:%.*]] = call {{.*}}@__hd_group_id(i32 {{.*}}0)
// CHECK: [[BLOCK:%.*]] = shl {{.*}}[[GROUP]], 5
// CHECK: [[CUT:%.*]] = trunc i64 [[BLOCK]] to i32
// CHECK: icmp s{{.*}}[[CUT]]
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void within(global int* out, int n) {
  int x = get_local_id(0) * 4 + get_group_id(0) * 32;
  out[get_global_id(0)] = x < n / 32 * 32;
}

// Here an id decides.
// LOW-LABEL: define {{.*}}@low_bits(
// LOW: [[SUM:%.*]] = {{or disjoint|add}} i64 {{%.*}}, {{%.*}}
// LOW: [[CUT:%.*]] = trunc i64 [[SUM]] to i32
// LOW: icmp s{{.*}}[[CUT]]
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void low_bits(global int* out, int n) {
  int x = get_local_id(0) * 4 + get_group_id(0) * 32;
  out[get_global_id(0)] = x < n / 16 * 16;
}

// 64 work-items of four elements each go beyond 32.
// LARGE-LABEL: define {{.*}}@too_large(
// LARGE: [[SUM:%.*]] = add {{.*}}i64 {{%.*}}, {{%.*}}
// LARGE: [[CUT:%.*]] = trunc {{.*}}i64 [[SUM]] to i32
// LARGE: icmp s{{.*}}[[CUT]]
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void too_large(global int* out, int n) {
  int x = get_local_id(0) * 4 + get_group_id(0) * 32;
  out[get_global_id(0)] = x < n / 32 * 32;
}

// BARRIERS: width 8 along dimension 0
// BARRIERS-NOT: not vectorised
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void barriers(global float* out, global const float* in, int n) {
  local float tile[64];
  int x = get_local_id(0), y = get_local_id(1), me = y * 8 + x, row = get_group_id(0) * 32;
  float sum = 0;
  if (x * 4 + row < n / 32 * 32) {
    for (int k = 0; k < n; ++k) {
      tile[me] = in[row + k * 64 + me];
      barrier(CLK_LOCAL_MEM_FENCE);
      sum += tile[63 - me];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  } else {
    for (int k = 0; k < n; ++k) {
      tile[me] = row + me < n ? in[row + me] : 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      sum -= tile[63 - me];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  out[get_group_id(0) * 64 + me] = sum;
}
