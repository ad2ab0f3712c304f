// Work-items that go along memory of their own and compute little are faster one by one.
// RUN: %cl %s | heddle-opt --kernel sparse_row --until plan-lanes --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 \
// RUN:   | FileCheck --check-prefix=SCALAR %s
// RUN: %cl %s | heddle-opt --kernel running_sum --until plan-lanes --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=SCALAR %s
// RUN: %cl %s | heddle-opt --kernel chase --until plan-lanes --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 \
// RUN:   | FileCheck --check-prefix=VECTOR %s
// RUN: %cl %s | heddle-opt --kernel columns --until plan-lanes --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 \
// RUN:   | FileCheck --check-prefix=VECTOR %s

// SCALAR: scalar is cheaper
// VECTOR-NOT: scalar is cheaper
kernel void sparse_row(global float* y, global const uint* rows, global const uint* columns,
                       global const float* values, global const float* x) {
  size_t row = get_global_id(0);
  float sum = 0;
  for (uint k = rows[row]; k < rows[row + 1]; ++k) sum += values[k] * x[columns[k]];
  y[row] = sum;
}

kernel void running_sum(global float* out, global const float* in, uint width) {
  uint y = get_global_id(0);
  float sum = 0;
  for (uint x = 0; x < width; ++x) {
    sum += in[y * width + x];
    out[y * width + x] = sum;
  }
}

// A work-item alone would wait for each load.
kernel void chase(global uint* out, global const uint* next, uint steps) {
  uint at = get_global_id(0);
  for (uint i = 0; i < steps; ++i) at = next[at];
  out[get_global_id(0)] = at;
}

kernel void columns(global float* out, global const float* in, uint width, uint height) {
  uint x = get_global_id(0);
  float sum = 0;
  for (uint y = 0; y < height; ++y) sum += in[y * width + x];
  out[x] = sum;
}
