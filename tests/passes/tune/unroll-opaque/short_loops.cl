// SPDX-License-Identifier: Apache-2.0
// A short loop with an estimate, which is a call, is unrolled as one without calls would be: up to a size and to ten iterations.
// RUN: %cl %s | heddle-opt --features=+avx512f,+avx512vl --kernel eight --until optimize-work-item - | FileCheck --check-prefix=EIGHT %s
// RUN: %cl %s | heddle-opt --features=+avx512f,+avx512vl --kernel eleven --until optimize-work-item - | FileCheck --check-prefix=ELEVEN %s
// RUN: %cl %s | heddle-opt --features=+avx512f,+avx512vl --kernel large --until optimize-work-item - | FileCheck --check-prefix=LARGE %s
// RUN: %cl %s | heddle-opt --features=+avx512f,+avx512vl --kernel asked --until optimize-work-item - | FileCheck --check-prefix=ASKED %s
// RUN: %cl %s | heddle-opt --features=+avx512f,+avx512vl --kernel eight --disable-pass unroll-opaque --until optimize-work-item - | FileCheck --check-prefix=WITHOUT %s

// EIGHT-LABEL: define {{.*}}void @eight(
// EIGHT-NOT: phi i32
// EIGHT-COUNT-8: call float @__hd_inverse_root.f32
// EIGHT-NOT: __hd_inverse_root
// EIGHT: ret void
// WITHOUT-LABEL: define {{.*}}void @eight(
// WITHOUT: phi i32
// WITHOUT: call float @__hd_inverse_root.f32
// WITHOUT-NOT: __hd_inverse_root
// WITHOUT: ret void
kernel void eight(global float* data, float step) {
  size_t i = get_global_id(0);
  float x = data[i], sum = 0;
  for (int k = 0; k < 8; ++k) sum += rsqrt(x + k * step);
  data[i] = sum;
}

// ELEVEN-LABEL: define {{.*}}void @eleven(
// ELEVEN: phi i32
// ELEVEN: call float @__hd_inverse_root.f32
// ELEVEN-NOT: __hd_inverse_root
// ELEVEN: ret void
kernel void eleven(global float* data, float step) {
  size_t i = get_global_id(0);
  float x = data[i], sum = 0;
  for (int k = 0; k < 11; ++k) sum += rsqrt(x + k * step);
  data[i] = sum;
}

// LARGE-LABEL: define {{.*}}void @large(
// LARGE: phi i32
// LARGE-COUNT-4: call float @__hd_inverse_root.f32
// LARGE-NOT: __hd_inverse_root
// LARGE: ret void
kernel void large(global float* data, float step) {
  size_t i = get_global_id(0);
  float x = data[i], y = x;
  for (int k = 0; k < 8; ++k) {
    x = rsqrt(x + k * step);
    y = rsqrt(y * x + step);
    x = rsqrt(x * y + step);
    y = rsqrt(y + x * step);
  }
  data[i] = x + y;
}

// ASKED-LABEL: define {{.*}}void @asked(
// ASKED: phi i32
// ASKED: call float @__hd_inverse_root.f32
// ASKED-NOT: __hd_inverse_root
// ASKED: ret void
kernel void asked(global float* data, float step) {
  size_t i = get_global_id(0);
  float x = data[i], sum = 0;
  __attribute__((opencl_unroll_hint(1)))
  for (int k = 0; k < 8; ++k) sum += rsqrt(x + k * step);
  data[i] = sum;
}
