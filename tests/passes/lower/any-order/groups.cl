// Groups may run in any order unless one might see what another has done before: by atomic operations, volatile accesses or what
// it prints. Only where they may is a store made one past the caches.
// RUN: %cl %s | heddle-opt --kernel apart --until non-temporal-stores - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel counts --until non-temporal-stores - | FileCheck --check-prefix=IN-ORDER %s
// RUN: %cl %s | heddle-opt --kernel looks --until non-temporal-stores - | FileCheck --check-prefix=IN-ORDER %s
// RUN: %cl %s | heddle-opt --kernel prints --until non-temporal-stores - | FileCheck --check-prefix=IN-ORDER %s

// CHECK: store {{.*}}!nontemporal
// IN-ORDER-LABEL: @heddle_kernel(
// IN-ORDER-NOT: store {{.*}}!nontemporal
kernel void apart(global float* restrict out, global const float* restrict in) {
  size_t i = get_global_id(0);
  out[i] = in[i] * 3.0f;
}

kernel void counts(global float* restrict out, global const float* restrict in, volatile global int* done) {
  size_t i = get_global_id(0);
  out[i] = in[i] * 3.0f;
  atomic_inc(done);
}

kernel void looks(global float* restrict out, global const float* restrict in, volatile global int* flag) {
  size_t i = get_global_id(0);
  out[i] = in[i] * *flag;
}

kernel void prints(global float* restrict out, global const float* restrict in) {
  size_t i = get_global_id(0);
  out[i] = in[i] * 3.0f;
  if (in[0] == 0) printf("%d\n", (int)i);
}
