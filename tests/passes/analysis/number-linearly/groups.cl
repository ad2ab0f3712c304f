// Groups of any shape: lanes follow the linear local id, from which the others are computed. Along dimension 0 they need no division.
// RUN: %cl %s | heddle-opt --kernel rows --until plan-lanes - | FileCheck --check-prefix=PLAIN %s
// RUN: %cl %s | heddle-opt --kernel rows --until plan-lanes --linear-lanes - | FileCheck --check-prefix=LINEAR %s
// RUN: %cl %s | heddle-opt --kernel rows --until plan-lanes --local-size 32,4,1 - | FileCheck --check-prefix=PLAIN %s
// RUN: %cl %s | heddle-opt --kernel rows --until plan-lanes --local-size 12,4,1 - | FileCheck --check-prefix=KNOWN %s

// PLAIN-LABEL: @rows(
// PLAIN-NOT: div
// PLAIN: call {{.*}}@__hd_global_id(i32 {{.*}}1)
// LINEAR-LABEL: @rows(
// LINEAR: [[ID:%.*]] = call {{.*}}@__hd_local_id(i32 0)
// LINEAR: trunc {{.*}}[[ID]] to i32
// LINEAR: udiv i32
// LINEAR-NOT: @__hd_global_id(
// LINEAR: ret void
// KNOWN-LABEL: @rows(
// KNOWN: udiv i32 {{.*}}, 12
kernel void rows(global int* out) {
  out[get_global_id(1) * 100 + get_global_id(0)] = sub_group_scan_inclusive_add((int)get_local_id(0));
}
