// options: -cl-std=CL2.0
// Prefix sums, radix sort, compaction and bitonic sort, with barriers and with functions of work-groups.
kernel void scan_groups(global const uint* in, global uint* out, global uint* sums, local uint* t) {
  uint l = get_local_id(0), g = get_global_id(0), n = get_local_size(0);
  t[l] = in[g];
  for (uint d = 1; d < n; d <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint v = l >= d ? t[l - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] += v;
  }
  out[g] = t[l] - in[g];
  if (l == n - 1) sums[get_group_id(0)] = t[l];
}
kernel void add_sums(global uint* out, global const uint* sums) { out[get_global_id(0)] += sums[get_group_id(0)]; }
kernel void radix_count(global const uint* keys, global uint* counts, int shift, int n) {
  local uint bins[16];
  if (get_local_id(0) < 16) bins[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&bins[keys[i] >> shift & 15]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) < 16) counts[get_local_id(0) * get_num_groups(0) + get_group_id(0)] = bins[get_local_id(0)];
}
kernel void radix_scatter(global const uint* keys, global uint* out, global const uint* offsets, int shift) {
  uint key = keys[get_global_id(0)], digit = key >> shift & 15, place = 0;
  for (uint d = 0; d < 16; ++d) {
    uint before = work_group_scan_exclusive_add(digit == d ? 1u : 0u);
    if (digit == d) place = before;
  }
  out[offsets[digit * get_num_groups(0) + get_group_id(0)] + place] = key;
}
kernel void bitonic_local(global uint* keys, uint dir) {
  local uint t[512];
  uint l = get_local_id(0), base = get_group_id(0) * 512;
  t[l] = keys[base + l], t[l + 256] = keys[base + l + 256];
  for (uint size = 2; size <= 512; size <<= 1) {
    uint up = dir ^ ((l & (size / 2)) != 0);
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint p = 2 * l - (l & (stride - 1)), a = t[p], b = t[p + stride];
      if ((a > b) == up) t[p] = b, t[p + stride] = a;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  keys[base + l] = t[l], keys[base + l + 256] = t[l + 256];
}
kernel void compact(global const int* in, global int* out, global uint* count, int n) {
  int i = get_global_id(0), keep = i < n && in[i] > 0;
  uint place = work_group_scan_exclusive_add((uint)keep), all = work_group_reduce_add((uint)keep);
  local uint start;
  if (get_local_id(0) == 0) start = atomic_add(count, all);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (keep) out[start + place] = in[i];
}
