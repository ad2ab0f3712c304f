// Launches of few work-items are faster without lanes where loops become vectors of a work-item's own.
// RUN: %cl %s | heddle-opt --kernel guarded --until plan-lanes --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=FEW %s
// RUN: %cl %s | heddle-opt --kernel rows --until plan-lanes --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=FEW %s
// RUN: %cl %s | heddle-opt --kernel sums --until plan-lanes --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=LANES %s
// RUN: %cl -cl-fast-relaxed-math %s | heddle-opt --kernel sums --until plan-lanes --report --features=+sse4.2,+avx2,+fma - 2>&1 \
// RUN:   | FileCheck --check-prefix=FEW %s
// RUN: %cl %s | heddle-opt --kernel columns --until plan-lanes --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=LANES %s
// RUN: %cl %s | heddle-opt --kernel exchanging --until plan-lanes --report --features=+sse4.2,+avx2,+fma - 2>&1 \
// RUN:   | FileCheck --check-prefix=LANES %s

// FEW: as fast as one vector: {{[0-9]+}} work-items without vectors, if there are few
// LANES-NOT: as fast as one vector

kernel void guarded(global const float* a, global const float* b, global float* out, int n) {
  if (get_global_id(0) != 0) return;
  for (int i = 0; i < n; ++i) out[i] = a[i] + b[i];
}

kernel void rows(global const float* a, global float* out, uint n) {
  global const float* row = a + get_global_id(0) * n;
  global float* to = out + get_global_id(0) * n;
  for (uint i = 0; i < n; ++i) to[i] = exp(row[i]) * sin(row[i]);
}

// The order of the sum counts.
kernel void sums(global const float* a, global float* out, uint n) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (uint k = 0; k < n; ++k) sum += a[k] * (float)i;
  out[i] = sum;
}

kernel void columns(global const float* a, global float* out, uint n, uint height) {
  size_t x = get_global_id(0);
  for (uint y = 0; y < height; ++y) out[y * n + x] = a[y * n + x] * 2;
}

kernel void exchanging(global int* a, global int* sum, uint n) {
  size_t i = get_global_id(0);
  for (uint k = 0; k < n; ++k) atomic_add(sum, a[k] * (int)i);
}
