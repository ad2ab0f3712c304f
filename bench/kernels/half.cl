// SPDX-License-Identifier: Apache-2.0
// Arithmetic of half (cl_khr_fp16), which rounds every result.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void saxpy(global half* y, global const half* x, half a) {
  size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}

kernel void polynomial(global half* out, global const half* in) {
  half x = in[get_global_id(0)], sum = 0.125h;
  for (int i = 0; i < 16; ++i) sum = sum * x - 0.75h;
  out[get_global_id(0)] = sum;
}

kernel void softplus(global half* out, global const half* in) {
  half x = in[get_global_id(0)];
  out[get_global_id(0)] = fmax(x, 0.0h) + log(1.0h + exp(-fabs(x)));
}

kernel void sum(global half* out, global const half* in, local half* sums) {
  size_t lane = get_local_id(0);
  sums[lane] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (lane < step) sums[lane] += sums[lane + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0) out[get_group_id(0)] = sums[0];
}

kernel void product(global half* c, global const half* a, global const half* b, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  half sum = 0;
  for (int k = 0; k < n; ++k) sum = mad(a[row * n + k], b[k * n + column], sum);
  c[row * n + column] = sum;
}

kernel void product4(global half4* c, global const half* a, global const half4* b, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  half4 sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * (n / 4) + column];
  c[row * (n / 4) + column] = sum;
}
