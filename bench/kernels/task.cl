// SPDX-License-Identifier: Apache-2.0
// One work-item does all, as in kernels that were written for FPGAs: loops are what there is to vectorise.

kernel void add(global float* out, global const float* a, global const float* b, int n) {
  for (int i = 0; i < n; ++i) out[i] = a[i] + b[i];
}

kernel void dot_product(global float* out, global const float* a, global const float* b, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  out[0] = sum;
}

kernel void matrix_product(global float* out, global const float* a, global const float* b, int n) {
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) out[y * n + x] = 0;
    for (int k = 0; k < n; ++k) {
      for (int x = 0; x < n; ++x) out[y * n + x] += a[y * n + k] * b[k * n + x];
    }
  }
}

kernel void exponential(global float* out, global const float* a, int n) {
  if (get_global_id(0) != 0) return;
  for (int i = 0; i < n; ++i) out[i] = exp(a[i]);
}

#define TAPS 16
#define PART 256
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void window(global float* out, global const float* a,
                                                                  global const float* weights, int n) {
  local float part[PART + TAPS];
  for (int begin = 0; begin < n; begin += PART) {
    for (int i = 0; i < PART + TAPS; ++i) part[i] = a[begin + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < PART; ++i) {
      float sum = 0;
      for (int k = 0; k < TAPS; ++k) sum += part[i + k] * weights[k];
      out[begin + i] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
