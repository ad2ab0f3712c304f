// SPDX-License-Identifier: Apache-2.0
// One function for each program: F names it, T is its type. Eight evaluations for each work-item,
// so that memory does not count.

#define EVALUATIONS 8

T sincos_sum(T x) {
  T c;
  T s = sincos(x, &c);
  return s + c;
}

T fract_part(T x) {
  T whole;
  return fract(x, &whole);
}

T fifth_power(T x) {
  return pown(x, 5);
}

T fifth_root(T x) {
  return rootn(x, 5);
}

#ifndef BINARY
kernel void unary(global T* out, global const T* in, T step) {
  size_t i = get_global_id(0);
  T x = in[i], sum = 0;
  for (int k = 0; k < EVALUATIONS; ++k) sum += F(x + k * step);
  out[i] = sum;
}

#else
kernel void binary(global T* out, global const T* in, T step, global const T* second) {
  size_t i = get_global_id(0);
  T x = in[i], y = second[i], sum = 0;
  for (int k = 0; k < EVALUATIONS; ++k) sum += F(x + k * step, y);
  out[i] = sum;
}
#endif
