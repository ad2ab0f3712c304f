// SPDX-License-Identifier: Apache-2.0

// One step of a bitonic network over the whole buffer: partners are 2^step apart, runs of 2^(stage
// + 1) alternate.
kernel void bitonic_step(global uint* data, uint stage, uint step) {
  uint i = get_global_id(0), distance = 1u << step;
  uint left = (i >> step << (step + 1)) | (i & (distance - 1)), right = left + distance;
  uint a = data[left], b = data[right];
  bool ascending = (i >> stage) % 2 == 0;
  data[left] = ascending ? min(a, b) : max(a, b);
  data[right] = ascending ? max(a, b) : min(a, b);
}

// Each group of 256 sorts 512 values in local memory.
kernel void bitonic_local(global uint* out, global const uint* in) {
  local uint data[512];
  uint i = get_local_id(0), base = get_group_id(0) * 512;
  data[i] = in[base + i];
  data[i + 256] = in[base + i + 256];
  for (uint stage = 0; stage < 9; ++stage) {
    for (int step = stage; step >= 0; --step) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint distance = 1u << step;
      uint left = (i >> step << (step + 1)) | (i & (distance - 1)), right = left + distance;
      bool ascending = (i >> stage) % 2 == 0;
      uint a = data[left], b = data[right];
      if ((a > b) == ascending) {
        data[left] = b;
        data[right] = a;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + i] = data[i];
  out[base + i + 256] = data[i + 256];
}

// The place of a value is the number of smaller ones.
kernel void rank_sort(global float* out, global const float* in, uint count) {
  uint i = get_global_id(0), rank = 0;
  float value = in[i];
  for (uint k = 0; k < count; ++k) rank += in[k] < value || (in[k] == value && k < i);
  out[rank] = value;
}

// 16 values of its own for each work-item.
kernel void insertion_sort(global int* out, global const int* in) {
  size_t item = get_global_id(0), n = get_global_size(0);
  int values[16];
  for (int k = 0; k < 16; ++k) {
    int value = in[k * n + item], at = k;
    while (at > 0 && values[at - 1] > value) {
      values[at] = values[at - 1];
      --at;
    }
    values[at] = value;
  }
  for (int k = 0; k < 16; ++k) out[k * n + item] = values[k];
}

// Merges pairs of sorted runs: each work-item finds its value's place in the other run.
kernel void merge_runs(global uint* out, global const uint* in, uint run) {
  uint i = get_global_id(0), pair = i / (2 * run) * 2 * run, offset = i - pair;
  bool second = offset >= run;
  uint other = second ? pair : pair + run, value = in[i];
  uint low = 0, high = run;
  while (low < high) {
    uint middle = (low + high) / 2;
    uint probe = in[other + middle];
    if (probe < value || (second && probe == value))
      low = middle + 1;
    else
      high = middle;
  }
  out[pair + (second ? offset - run : offset) + low] = value;
}

// Merges the two sorted halves of `in`: each work-item finds where its part of the output begins in
// both, and goes on from there.
kernel void merge_path(global uint* out, global const uint* in, int half_size, int part) {
  global const uint *a = in, *b = in + half_size;
  int begin = get_global_id(0) * part;
  int low = max(0, begin - half_size), high = min(begin, half_size);
  while (low < high) {
    int middle = (low + high) >> 1;
    if (a[middle] <= b[begin - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  int i = low, j = begin - low;
  for (int k = begin; k < begin + part; ++k) {
    if (j >= half_size || (i < half_size && a[i] <= b[j]))
      out[k] = a[i++];
    else
      out[k] = b[j++];
  }
}
