// Functions of sub-groups are found while they have names. A kernel that may wait for another sub-group is compiled a second
// time: there the same calls are of the forms for whole work-groups.
// RUN: %cl %s | heddle-opt --kernel waits --until settle-sub-groups -print-after=find-sub-groups - 2>&1 >/dev/null | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel goes_on --until settle-sub-groups -print-after=find-sub-groups - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=ONCE %s

// CHECK-LABEL: IR Dump After find-sub-groups
// CHECK-NOT: __whole_
// CHECK: call {{.*}}i32 @_Z20sub_group_reduce_maxi(
// CHECK-LABEL: IR Dump After find-sub-groups
// CHECK-NOT: @_Z20sub_group_reduce_maxi(
// CHECK: call {{.*}}i32 @_Z28__whole_sub_group_reduce_maxi(
kernel void waits(global int* out, global atomic_int* flag) {
  while (atomic_load(flag) != (int)get_group_id(0)) {
  }
  *out = sub_group_reduce_max((int)get_local_id(0));
}

// ONCE: IR Dump After find-sub-groups
// ONCE-NOT: __whole_
// ONCE-NOT: IR Dump After find-sub-groups
kernel void goes_on(global int* out) {
  out[get_global_id(0)] = sub_group_reduce_max((int)get_local_id(0));
}
