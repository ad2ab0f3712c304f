// Of a base that all work-items share the logarithm is computed once; of another one small powers
// are products.
// RUN: %cl %s | heddle-opt --kernel shared --until optimize-work-item - | FileCheck %s --check-prefix SHARED
// RUN: %cl %s | heddle-opt --kernel own --until optimize-work-item - | FileCheck %s --check-prefix OWN

// SHARED-LABEL: @shared(
// SHARED-NOT: {{call.*__hd_(all|is_same)}}
// SHARED: ret void
kernel void shared(global float* out, global const int* n, float base) {
  size_t i = get_global_id(0);
  out[i] = pown(base * 2, n[i]);
}

// OWN-LABEL: @own(
// OWN-NOT: {{call.*__hd_is_same}}
// OWN: call zeroext i1 @__hd_all(
// OWN: ret void
kernel void own(global float* out, global const int* n) {
  size_t i = get_global_id(0);
  out[i] = pown(out[i], n[i]);
}
