// Chains that wait for each other: several work-items go side by side, and so do vectors of them. Where
// work-items part, or where their values would not fit into the registers, each goes alone.
// RUN: %cl %s | heddle-opt --kernel wide --emit asm --report \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel lanes --emit asm \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=LANES %s
// RUN: %cl %s | heddle-opt --kernel parted --emit asm \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=PARTED %s
// RUN: %cl %s | heddle-opt --kernel many --emit asm \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=MANY %s
// RUN: %cl %s | heddle-opt --kernel filter --emit asm --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=FILTER %s

// CHECK-LABEL: heddle_kernel:
// CHECK: vfmadd213ps %zmm
// CHECK-NEXT: vfmadd213ps %zmm
// CHECK-NEXT: vfmadd213ps %zmm
// CHECK-NEXT: vfmadd213ps %zmm
// CHECK-NEXT: decl
// CHECK: vfmadd213ps
// CHECK-NEXT: decl
// CHECK-NOT: vfmadd
kernel void wide(global float16* out, global const float16* in, int n) {
  size_t i = get_global_id(0);
  float16 x = in[i], y = 1;
  for (int k = 0; k < n; ++k) y = mad(y, x, (float16)0.5f);
  out[i] = y;
}

// LANES-LABEL: heddle_kernel:
// LANES: vfmadd213ps %zmm
// LANES-NEXT: vfmadd213ps %zmm
// LANES-NEXT: vfmadd213ps %zmm
// LANES-NEXT: vfmadd213ps %zmm
// LANES-NEXT: decl
kernel void lanes(global float* out, int n) {
  float x = get_local_id(0), y = 1;
  for (int k = 0; k < n; ++k) y = mad(y, x, 0.5f);
  out[get_global_id(0)] = y;
}

// PARTED-LABEL: heddle_kernel:
// PARTED: vfmadd{{[0-9]+}}ps
// PARTED-NOT: vfmadd
// PARTED: retq
kernel void parted(global float16* out, global const float16* in, global const int* n) {
  size_t i = get_global_id(0);
  float16 x = in[i], y = 1;
  for (int k = 0; k < n[i]; ++k) y = mad(y, x, (float16)0.5f);
  out[i] = y;
}

// MANY-LABEL: heddle_kernel:
// MANY-NOT: (%rsp), %zmm
// MANY: retq
kernel void many(global float16* out, global const float16* in, int n) {
  size_t i = get_global_id(0);
  float16 x[12], y = 1;
  for (int k = 0; k < 12; ++k) x[k] = in[12 * i + k];
  for (int k = 0; k < n; ++k) {
    y = mad(y, x[0], mad(y, x[1], mad(y, x[2], mad(y, x[3], mad(y, x[4], x[5])))));
    y = mad(y, x[6], mad(y, x[7], mad(y, x[8], mad(y, x[9], mad(y, x[10], x[11])))));
  }
  out[i] = y;
}

// Scalar, because every work-item goes to places of its own, which do not lie side by side.
// FILTER-LABEL: heddle_kernel:
// FILTER: vfmadd{{[0-9]+}}ss
// FILTER-NEXT: vfmadd{{[0-9]+}}ss
// FILTER-NEXT: vfmadd{{[0-9]+}}ss
// FILTER-NEXT: vfmadd{{[0-9]+}}ss
// FILTER: retq
kernel void filter(global float* out, global const float* in, int n, float b0, float b1, float a1) {
  int row = get_global_id(0);
  float before = 0, last = 0;
  for (int k = 0; k < n; ++k) {
    float now = in[row * n + (k ^ 1)];
    last = b0 * now + b1 * before - a1 * last;
    out[row * n + (k ^ 1)] = last;
    before = now;
  }
}
