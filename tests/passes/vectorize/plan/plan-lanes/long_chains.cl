// Where operations wait for one another for longer than the processor looks ahead, each value has two registers: not where
// much is independent, nor where a short loop's next iterations go on meanwhile.
// RUN: %cl %s | heddle-opt --kernel chain --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null | FileCheck --check-prefix=W16 %s
// RUN: %cl %s | heddle-opt --kernel waiting --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null | FileCheck --check-prefix=W16 %s
// RUN: %cl %s | heddle-opt --kernel doubles --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null | FileCheck --check-prefix=W8 %s
// RUN: %cl %s | heddle-opt --kernel converted --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null | FileCheck --check-prefix=W4 %s
// RUN: %cl %s | heddle-opt --kernel independent --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W8 %s
// RUN: %cl %s | heddle-opt --kernel rows --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null | FileCheck --check-prefix=W8 %s
// RUN: %cl %s | heddle-opt --kernel columns --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null | FileCheck --check-prefix=W16 %s
// RUN: %cl %s | heddle-opt --kernel copy --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null | FileCheck --check-prefix=W8 %s

// W4: width 4 along dimension 0
// W8: width 8 along dimension 0
// W16: width 16 along dimension 0

float horner(float x, int terms) {
  float result = x;
#pragma unroll
  for (int k = 0; k < terms; ++k) result = fma(result, x, 1.0f / (k + 2));
  return result;
}

kernel void chain(global float* a) {
  size_t i = get_global_id(0);
  a[i] = horner(a[i], 64);
}

// In a loop that stores.
kernel void waiting(global float* a, uint n, uint pitch) {
  size_t i = get_global_id(0);
  float x = a[i];
  for (uint k = 0; k < n; ++k) a[k * pitch + i] = x = horner(x, 8);
}

kernel void doubles(global double* a) {
  size_t i = get_global_id(0);
  double x = a[i], result = x;
#pragma unroll
  for (int k = 0; k < 64; ++k) result = fma(result, x, 1.0 / (k + 2));
  a[i] = result;
}

kernel void independent(global float* a, uint n) {
  size_t i = get_global_id(0);
  float x = a[i], sum = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) sum = fma(horner(x + k, 4), a[i + k], sum);
  a[i] = sum;
}

kernel void copy(global float* a, global const float* b) {
  size_t i = get_global_id(0);
  a[i] = b[i] * 2;
}

// Rows of the lanes: more of them at a time need more lines of a cache, of which few hold rows that lie a power of two apart.
kernel void rows(global float* out, global const float* in, int n) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += in[i * n + k] * in[k];
  out[i] = sum;
}

// The same of columns.
kernel void columns(global float* out, global const float* in, int n) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += in[k * n + i] * in[k];
  out[i] = sum;
}

// As many doubles as a register takes, though there are none in memory.
kernel void converted(global float* out, global const float* in, double a, double b) {
  size_t i = get_global_id(0);
  double x = in[i];
  out[i] = (float)(((a * x + b) * x + a) * x + b);
}
