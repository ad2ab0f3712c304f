// SPDX-License-Identifier: Apache-2.0
// Loads of the program have no hint any more, which code generation could crash on; stores keep theirs.
// RUN: %cl %s | heddle-opt --kernel hinted --passes drop-unused - | FileCheck %s

// CHECK-LABEL: @hinted(
// CHECK-NOT: load {{.*}}!nontemporal
// CHECK: store {{.*}}!nontemporal
// CHECK: ret void
kernel void hinted(global int* out, global const int* in) {
  size_t i = get_global_id(0);
  __builtin_nontemporal_store(__builtin_nontemporal_load(in + i), out + i);
}
