// In groups of one row `get_global_id(1)` is the number of the group, so that a loop over rows is one for all work-items, and barriers
// in it keep them in step.
// RUN: %cl %s | heddle-opt --kernel rows --until compare-groups - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel rows --report - 2>&1 | FileCheck --check-prefix=REPORT %s
// RUN: %cl %s | heddle-opt --kernel two_rows --until compare-groups - | FileCheck --check-prefix=TWO %s
// RUN: %cl %s | heddle-opt --kernel alone --until compare-groups - | FileCheck --check-prefix=ALONE %s

// CHECK-LABEL: define {{.*}}@rows(
// CHECK-NOT: __hd_global_id(i32 {{.*}}1)
// CHECK-DAG: [[GROUP:%.*]] = call {{.*}}@__hd_group_id(i32 {{.*}}1)
// CHECK-DAG: [[OFFSET:%.*]] = call {{.*}}@__hd_global_offset(i32 {{.*}}1)
// CHECK: add nuw nsw i64 [[GROUP]], [[OFFSET]]
// CHECK-NOT: __hd_global_id(i32 {{.*}}1)
// REPORT: width {{8|16}} along dimension 0
// REPORT-NOT: not vectorised
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void rows(global float* out, global const float* in, int height) {
  local float row[64];
  int x = get_local_id(0), begin = (int)get_global_id(1) * 8, end = min(begin + 8, height);
  for (int y = begin; y < end; ++y) {
    row[x] = in[y * 64 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[y * 64 + x] = row[x] + row[63 - x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// TWO: __hd_global_id(i32 {{.*}}1)
kernel __attribute__((reqd_work_group_size(64, 2, 1))) void two_rows(global float* out, global const float* in) {
  local float row[128];
  int x = get_local_id(0), y = get_global_id(1);
  row[x] = in[y * 64 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 64 + x] = row[63 - x];
}

// Without barriers groups are fused, and their numbers are no better than ids.
// ALONE: __hd_global_id(i32 {{.*}}1)
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void alone(global float* out, global const float* in) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * 64 + x] = in[x * 64 + y];
}
