// SPDX-License-Identifier: Apache-2.0
// Reads and writes where a table says.

kernel void gather(global float* out, global const float* table, global const uint* index) {
  size_t i = get_global_id(0);
  out[i] = table[index[i]];
}

kernel void gather_in_strides(global float* out, global const float* table,
                              global const uint* index, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) out[i] = table[index[i]];
}

kernel void scatter(global float* out, global const float* in, global const uint* index) {
  size_t i = get_global_id(0);
  out[index[i]] = in[i];
}

kernel void gather_float4(global float4* out, global const float4* table,
                          global const uint* index) {
  size_t i = get_global_id(0);
  out[i] = table[index[i]];
}

kernel void lookup_uchar(global uchar* out, global const uchar* in, constant uchar* table) {
  size_t i = get_global_id(0);
  out[i] = table[in[i]];
}

kernel void lookup_local(global float* out, global const uchar* in, global const float* table) {
  local float copy[256];
  size_t i = get_global_id(0);
  for (size_t k = get_local_id(0); k < 256; k += get_local_size(0)) copy[k] = table[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = copy[in[i]];
}

kernel void interpolate(global float* out, global const float* table, uint count,
                        global const float* in) {
  size_t i = get_global_id(0);
  float at = in[i] * (count - 1);
  uint cell = min((uint)at, count - 2);
  float weight = at - cell;
  out[i] = mix(table[cell], table[cell + 1], weight);
}

kernel void reverse(global float* out, global const float* in) {
  size_t i = get_global_id(0), last = get_global_size(0) - 1;
  out[i] = in[last - i];
}

kernel void stride7(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  out[i] = in[7 * i];
}

// Each work-item follows a list of its own.
kernel void pointer_chase(global uint* out, global const uint* next, uint steps) {
  uint at = get_global_id(0);
  for (uint k = 0; k < steps; ++k) at = next[at];
  out[get_global_id(0)] = at;
}
