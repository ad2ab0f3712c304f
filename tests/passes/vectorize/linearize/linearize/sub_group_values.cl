// A branch on what a sub-group's work-items share is one branch: the kernel stays one of vectors.
// RUN: %cl %s | heddle-opt --kernel reduced --until widen - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel broadcast --until widen - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel required --until widen - | FileCheck %s

// CHECK: br i1
// CHECK: @llvm.masked.store.v8f32
__attribute__((intel_reqd_sub_group_size(8))) kernel void required(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  if (sub_group_reduce_add(in[i]) > 3.0f) out[i] = in[i];
}

kernel void reduced(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  if (sub_group_reduce_max(in[i]) > 3.0f) out[i] = in[i];
}

kernel void broadcast(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  if (sub_group_broadcast(in[i], 2) > 3.0f) out[i] = in[i];
}
