// SPDX-License-Identifier: Apache-2.0
// Sums over a work-group in local memory; each group writes one value.
#if defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

kernel void sum_float(global float* out, global const float* in, local float* sums) {
  size_t lane = get_local_id(0);
  sums[lane] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (lane < step) sums[lane] += sums[lane + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0) out[get_group_id(0)] = sums[0];
}

// Neighbours are added first: every second, fourth ... work-item is busy.
kernel void sum_uint_interleaved(global uint* out, global const uint* in, local uint* sums) {
  size_t lane = get_local_id(0);
  sums[lane] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 1; step < get_local_size(0); step *= 2) {
    if (lane % (2 * step) == 0) sums[lane] += sums[lane + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0) out[get_group_id(0)] = sums[0];
}

kernel void max_float4(global float* out, global const float4* in, local float* values) {
  size_t lane = get_local_id(0);
  float4 v = in[get_global_id(0)];
  values[lane] = fmax(fmax(v.x, v.y), fmax(v.z, v.w));
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (lane < step) values[lane] = fmax(values[lane], values[lane + step]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0) out[get_group_id(0)] = values[0];
}

kernel void sum_many(global float* out, global const float* in, uint count, local float* sums) {
  size_t lane = get_local_id(0);
  float sum = 0;
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) sum += in[i];
  sums[lane] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (lane < step) sums[lane] += sums[lane + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0) out[get_group_id(0)] = sums[0];
}

#ifdef cl_khr_fp64
kernel void dot_double(global double* out, global const double* a, global const double* b,
                       local double* sums) {
  size_t lane = get_local_id(0), i = get_global_id(0);
  sums[lane] = a[i] * b[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (lane < step) sums[lane] += sums[lane + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0) out[get_group_id(0)] = sums[0];
}
#endif

// The place of the smallest value.
kernel void argmin(global uint* out, global const float* in, local float* values,
                   local uint* places) {
  size_t lane = get_local_id(0);
  values[lane] = in[get_global_id(0)];
  places[lane] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (lane < step && values[lane + step] < values[lane]) {
      values[lane] = values[lane + step];
      places[lane] = places[lane + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0) out[get_group_id(0)] = places[0];
}

kernel void sum_atomic(volatile global uint* out, global const uint* in) {
  local uint sum;
  if (get_local_id(0) == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, in[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) atomic_add(out, sum);
}

// Each row of a matrix: maximum, sum of exponentials, quotient.
kernel void softmax_rows(global float* out, global const float* in, int width) {
  local float values[64];
  int lane = get_local_id(0), size = get_local_size(0), row = get_group_id(0) * width;
  float best = -INFINITY, sum = 0;
  for (int i = lane; i < width; i += size) best = fmax(best, in[row + i]);
  values[lane] = best;
  for (int step = size / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < step) values[lane] = fmax(values[lane], values[lane + step]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  best = values[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = lane; i < width; i += size) sum += exp(in[row + i] - best);
  values[lane] = sum;
  for (int step = size / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < step) values[lane] += values[lane + step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float scale = 1.0f / values[0];
  for (int i = lane; i < width; i += size) out[row + i] = exp(in[row + i] - best) * scale;
}

// Work-items go through the range in steps of its size, as libraries of vectors do.
kernel void stride_dot(global float* out, global const float* a, global const float* b, int n) {
  float sum = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) sum += a[i] * b[i];
  out[get_global_id(0)] = sum;
}

kernel void stride_max(global float* out, global const float* in, int n) {
  float most = -INFINITY;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) most = fmax(most, in[i]);
  out[get_global_id(0)] = most;
}
