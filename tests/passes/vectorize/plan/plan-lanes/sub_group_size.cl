// How large sub-groups are: as the kernel's types suggest, at least 8; as other variants have it; as the kernel requires.
// RUN: %cl %s | heddle-opt --kernel floats --until widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=SIXTEEN %s
// RUN: %cl %s | heddle-opt --kernel doubles --until widen - | FileCheck --check-prefix=EIGHT %s
// RUN: %cl %s | heddle-opt --kernel floats --until widen --sub-group-size 32 - | FileCheck --check-prefix=OTHER %s
// RUN: %cl %s | heddle-opt --kernel required --until widen - | FileCheck --check-prefix=REQUIRED %s

// SIXTEEN: @llvm.masked.store.v16f32
// OTHER: @llvm.masked.store.v32f32
kernel void floats(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  out[i] = in[i] / sub_group_reduce_add(in[i]);
}

// EIGHT: @llvm.masked.store.v8f64
kernel void doubles(global double* out, global const double* in) {
  size_t i = get_global_id(0);
  out[i] = in[i] / sub_group_reduce_add(in[i]);
}

// REQUIRED: @llvm.masked.store.v4f32
__attribute__((intel_reqd_sub_group_size(4))) kernel void required(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  out[i] = in[i] / sub_group_reduce_add(in[i]);
}
