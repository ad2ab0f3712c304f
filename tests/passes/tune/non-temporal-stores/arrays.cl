// Memory that a launch writes and does not read is written past the caches, if that is as much as they hold, starts with
// a whole vector and is not where other arguments are read.
// RUN: %cl %s | heddle-opt --kernel scaled --features=+sse4.2,+avx2,+fma --uniform-groups - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel scaled --features=+sse4.2,+avx2,+fma --uniform-groups --emit asm - \
// RUN:   | FileCheck --check-prefix=ASM %s
// RUN: %cl %s | heddle-opt --kernel parts --features=+sse4.2,+avx2,+fma --uniform-groups - | FileCheck --check-prefix=PARTS %s
// RUN: %cl %s | heddle-opt --kernel adds_to --features=+sse4.2,+avx2,+fma --uniform-groups - | FileCheck --check-prefix=NO %s
// RUN: %cl %s | heddle-opt --kernel with_gaps --features=+sse4.2,+avx2,+fma --uniform-groups - | FileCheck --check-prefix=NO %s
// RUN: %cl %s | heddle-opt --kernel tells --features=+sse4.2,+avx2,+fma --uniform-groups - | FileCheck --check-prefix=NO %s

// CHECK-LABEL: @heddle_kernel(
// CHECK: %streams = icmp ne i32 {{%.*}}, 0
// CHECK: call void @llvm.x86.sse.sfence()
// CHECK-NEXT: ret void
// CHECK: and i64 {{%.*}}, 31
// CHECK: br i1 {{%.*}}, label %plain.stream, label %plain
// CHECK: store <8 x float> {{.*}}, align 32, {{.*}}!nontemporal
// CHECK: store <8 x float> {{.*}}, align 4
// ASM-LABEL: heddle_kernel:
// ASM: vmovntps %ymm
// ASM: sfence
kernel void scaled(global float* out, global const float* in, float factor) {
  size_t i = get_global_id(0);
  out[i] = in[i] * factor;
}

// The vectors of a structure's parts fill its lines together.
// PARTS: !nontemporal
// PARTS: !nontemporal
kernel void parts(global float2* out, global const float* in) {
  size_t i = get_global_id(0);
  out[i] = (float2)(in[i], -in[i]);
}

// NO-LABEL: @heddle_kernel(
// NO-NOT: !nontemporal
// NO-NOT: sfence
kernel void adds_to(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  out[i] += in[i];
}

kernel void with_gaps(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  out[2 * i] = in[i];
}

// Whoever sees the count is to see what was written before.
kernel void tells(global float* out, global const float* in, global atomic_int* done) {
  size_t i = get_global_id(0);
  out[i] = in[i];
  atomic_fetch_add_explicit(done, 1, memory_order_release, memory_scope_device);
}
