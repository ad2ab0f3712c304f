// SPDX-License-Identifier: Apache-2.0

kernel void histogram_global(volatile global uint* bins, global const uchar* in) {
  atomic_inc(&bins[in[get_global_id(0)]]);
}

// A histogram for each group in local memory, added to the result at the end.
kernel void histogram_local(volatile global uint* bins, global const uchar* in, uint each) {
  local uint mine[256];
  uint lane = get_local_id(0), size = get_local_size(0), base = get_group_id(0) * size * each;
  for (uint i = lane; i < 256; i += size) mine[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < each; ++k) atomic_inc(&mine[in[base + k * size + lane]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = lane; i < 256; i += size) {
    if (mine[i]) atomic_add(&bins[i], mine[i]);
  }
}

// 16 bins in the private memory of each work-item.
kernel void histogram_private(global uint* out, global const uchar* in, uint each) {
  uint item = get_global_id(0), items = get_global_size(0);
  uint bins[16];
  for (int b = 0; b < 16; ++b) bins[b] = 0;
  for (uint k = 0; k < each; ++k) ++bins[in[k * items + item] >> 4];
  for (int b = 0; b < 16; ++b) out[b * items + item] = bins[b];
}

// Everybody adds to one counter and takes a ticket.
kernel void tickets(volatile global uint* counter, global uint* out) {
  out[get_global_id(0)] = atomic_inc(counter);
}

kernel void atomic_extrema(volatile global int* extrema, global const int* in) {
  int value = in[get_global_id(0)];
  atomic_min(&extrema[0], value);
  atomic_max(&extrema[1], value);
}

// Sums of floats, by exchange.
kernel void histogram_weighted(volatile global float* bins, global const uchar* in,
                               global const float* weight) {
  size_t i = get_global_id(0);
  volatile global uint* bin = (volatile global uint*)&bins[in[i]];
  uint old = *bin, seen;
  for (;;) {
    seen = atomic_cmpxchg(bin, old, as_uint(as_float(old) + weight[i]));
    if (seen == old) break;
    old = seen;
  }
}
