// Functions of sub-groups are found while they have names: a loop that waits has a yield in a kernel that calls one, and in no other.
// RUN: %cl %s | heddle-opt --kernel waits --until settle-sub-groups - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel alone --until settle-sub-groups - | FileCheck --check-prefix=ALONE %s

// CHECK-LABEL: define {{.*}}@waits(
// CHECK: call void @__hd_barrier(i32 0, i32 16)
kernel void waits(global int* out, global atomic_int* flag) {
  while (get_sub_group_local_id() == 0 && atomic_load(flag) != (int)get_sub_group_id()) {
  }
  *out = sub_group_reduce_max((int)get_local_id(0));
}

// ALONE-LABEL: define {{.*}}@alone(
// ALONE-NOT: __hd_barrier
kernel void alone(global int* out, global atomic_int* flag) {
  while (atomic_load(flag) != (int)get_group_id(0)) {
  }
  *out = (int)get_local_id(0);
}
