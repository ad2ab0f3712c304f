// What a barrier is given may be no constant: it must not stay with the code of one work-item.
// RUN: %cl %s | heddle-opt --kernel both --until widen --emit ll --width=8 - | FileCheck %s

// CHECK-LABEL: @both(
// CHECK: call void @__hd_barrier(i32 noundef -1, i32 noundef 1)
// CHECK: call void @__hd_barrier(i32 noundef 1, i32 noundef -1)
kernel void both(global uint* out, local uint* box, uint flags, memory_scope scope) {
  size_t i = get_local_id(0);
  box[i] = out[i];
  barrier(flags);
  out[i] = box[i ^ 1];
  work_group_barrier(CLK_LOCAL_MEM_FENCE, scope);
  box[i] = out[i ^ 2];
}
