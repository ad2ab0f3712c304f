// A loop that may wait for another sub-group: the one sub-group is then the work-group. Others are as they were.
// RUN: %cl %s | heddle-opt --kernel waits --until plan-lanes - | FileCheck --check-prefix=WHOLE %s
// RUN: %cl %s | heddle-opt --kernel waits --until plan-lanes --no-sub-group-progress - | FileCheck --check-prefix=VECTOR %s
// RUN: %cl %s | heddle-opt --kernel local_flag --until plan-lanes - | FileCheck --check-prefix=WHOLE %s
// RUN: %cl %s | heddle-opt --kernel retries --until plan-lanes - | FileCheck --check-prefix=VECTOR %s
// RUN: %cl %s | heddle-opt --kernel counts --until plan-lanes - | FileCheck --check-prefix=VECTOR %s

// WHOLE-LABEL: define {{.*}} @{{waits|local_flag}}(
// WHOLE: call {{.*}}@__hd_group_scratch()
// VECTOR-LABEL: define {{.*}} @{{waits|retries|counts}}(
// VECTOR: call i32 @__hd_lanes_reduce_smax_i32(
// VECTOR-NOT: @__hd_group_scratch()
kernel void waits(global int* out, global atomic_int* flag) {
  while (atomic_load(flag) != (int)get_sub_group_id()) {
  }
  *out = sub_group_reduce_max((int)get_local_id(0));
}

kernel void local_flag(global int* out, local volatile int* flag) {
  bool done = false;
  while (!done) {
    if (flag[get_sub_group_id()]) done = true;
  }
  *out = sub_group_reduce_max((int)get_local_id(0));
}

kernel void retries(global int* out, global volatile int* sum) {
  int seen = *sum, before;
  do {
    before = seen;
    seen = atomic_cmpxchg(sum, before, before * 3 + (int)get_sub_group_id());
  } while (seen != before);
  *out = sub_group_reduce_max((int)get_local_id(0));
}

kernel void counts(global int* out, global volatile int* next, int n) {
  int most = 0;
  for (int i; (i = atomic_inc(next)) < n;) most = max(most, i);
  *out = sub_group_reduce_max(most);
}
