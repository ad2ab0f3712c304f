// A fence of local memory keeps accesses apart until loops that wait have yields. Kernels without sub-groups have none.
// RUN: %cl %s | heddle-opt --kernel handed --until optimize-work-item - | FileCheck --check-prefix=APART %s
// RUN: %cl %s | heddle-opt --kernel handed --until settle-sub-groups - | FileCheck --check-prefix=SETTLED %s
// RUN: %cl %s | heddle-opt --kernel plain --until optimize-work-item - | FileCheck --check-prefix=NONE %s

// APART-LABEL: define {{.*}}@handed(
// APART: %[[FIRST:.*]] = load i32, ptr %data
// APART: fence syncscope("singlethread") acq_rel
// APART: %[[SECOND:.*]] = load i32, ptr %data
// APART: add i32 %[[FIRST]], %[[SECOND]]
// SETTLED-NOT: fence {{[a-z]}}
// SETTLED: call void @__hd_barrier(i32 0, i32 16)
// SETTLED-NOT: fence {{[a-z]}}
// SETTLED: ret void
kernel void handed(global uint* out, local uint* data, local volatile uint* turn) {
  uint before = *data;
  while (atomic_add(turn, 0) != get_sub_group_id()) {
  }
  mem_fence(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = before + *data;
}

// NONE-NOT: fence {{[a-z]}}
// NONE: ret void
kernel void plain(global uint* out, local uint* data) {
  data[get_local_id(0)] = out[0];
  mem_fence(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = *data;
}
