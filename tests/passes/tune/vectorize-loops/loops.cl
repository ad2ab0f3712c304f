// Where work-items are no lanes, their innermost loops are vectors.
// RUN: %cl %s | heddle-opt --kernel add --until vectorize-loops --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=ADD %s
// RUN: %cl %s | heddle-opt --kernel add --overlaps=0,2 --until vectorize-loops --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=OVERLAP %s
// RUN: %cl %s | heddle-opt --kernel add_restrict --until vectorize-loops --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=RESTRICT %s
// RUN: %cl %s | heddle-opt --kernel required --until vectorize-loops --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=REQUIRED %s
// RUN: %cl %s | heddle-opt --kernel exponential --until vectorize-loops --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=EXP %s
// RUN: %cl %s | heddle-opt --kernel dot --until vectorize-loops --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=DOT %s
// RUN: %cl -cl-fast-relaxed-math %s | heddle-opt --kernel dot --until vectorize-loops --report --features=+sse4.2,+avx2,+fma - 2>&1 \
// RUN:   | FileCheck --check-prefix=RELAXED %s
// RUN: %cl %s | heddle-opt --kernel lanes --until vectorize-loops --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=LANES %s
// RUN: %cl %s | heddle-opt --kernel lanes --width 1 --until vectorize-loops --report --features=+sse4.2,+avx2,+fma - 2>&1 \
// RUN:   | FileCheck --check-prefix=ADD %s
// RUN: %cl %s | heddle-opt --kernel ordered --until vectorize-loops --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=ORDERED %s
// RUN: %cl %s | heddle-opt --kernel flat --until vectorize-loops --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=FLAT %s
// RUN: %cl %s | heddle-opt --kernel flat_loop --until vectorize-loops --report --features=+sse4.2,+avx2,+fma - 2>&1 \
// RUN:   | FileCheck --check-prefix=REQUIRED %s
// RUN: %cl %s | heddle-opt --kernel add --emit asm --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=ASM %s

// A kernel that knows no ids: all lanes do the same, and loops are free for vectors; whether objects overlap is asked for where they may.
// ADD: 1 loop of a work-item in vectors of up to 8
// ADD-LABEL: define {{.*}}void @
// ADD: fadd <8 x float>
// OVERLAP-LABEL: define {{.*}}void @add
// OVERLAP: vector.memcheck
// OVERLAP: fadd <8 x float>
// ASM: vaddps {{.*}}%ymm
kernel void add(global const float* a, global const float* b, global float* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = a[i] + b[i];
}

// RESTRICT-LABEL: define {{.*}}void @add_restrict
// RESTRICT-NOT: vector.memcheck
// RESTRICT: fadd <8 x float>
kernel void add_restrict(global const float* restrict a, global const float* restrict b, global float* restrict out, int n) {
  for (int i = 0; i < n; ++i) out[i] = a[i] + b[i];
}

// REQUIRED: width 1
// REQUIRED: 1 loop of a work-item in vectors of up to 8
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void required(global const float* a, local float* out, int n) {
  size_t at = get_group_id(0) * n;
  for (int i = 0; i < n; ++i) out[i] = a[at + i] + 1;
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void flat_loop(global const float* a, global float* out, int n) {
  int at = get_global_id(0) * n;
  for (int i = 0; i < n; ++i) out[at + i] = a[at + i] + 1;
}

// Where nothing else is to be done in vectors, groups of one work-item are no reason to do without.
// FLAT: width 8
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void flat(global const float* a, global float* out) {
  out[get_global_id(0)] = a[get_global_id(0)] + 1;
}

// EXP-LABEL: define {{.*}}void @exponential
// EXP: call <8 x float> @llvm.fma.v8f32
kernel void exponential(global const float* a, global float* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = exp(a[i]);
}

// Sums of floats have an order.
// DOT-NOT: loop of a work-item
// DOT-LABEL: define {{.*}}void @dot
// DOT-NOT: <8 x float>
// RELAXED: 1 loop of a work-item in vectors of up to 8
kernel void dot(global const float* a, global const float* b, global float* out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  out[0] = sum;
}

// The lanes are the work-items.
// LANES-NOT: loop of a work-item
// LANES: width 16
kernel void lanes(global const float* a, global const float* b, global float* out, int n) {
  int step = get_global_size(0);
  for (int i = 0; i < n; ++i) out[i * step + get_global_id(0)] = a[i] + b[i];
}

// ORDERED: width 1
// ORDERED-NOT: loop of a work-item
// ORDERED-LABEL: define {{.*}}void @ordered
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void ordered(global volatile int* a, global int* b, global int* c,
                                                                  global const int* d, int n) {
  for (int i = 0; i < n; ++i) a[i] = d[i];
  for (int i = 0; i < n; ++i) atomic_inc(&b[i]);
  for (int i = 0; i < n; ++i) {
    c[i] = d[i];
    mem_fence(CLK_GLOBAL_MEM_FENCE);
  }
  for (int i = 0; i < n; ++i) c[i + 1] = c[i] * d[i];
}
