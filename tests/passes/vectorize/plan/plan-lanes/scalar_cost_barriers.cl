// Kernels with barriers are asked, too, but stay vectors unless one work-item at a time is twice as fast.
// RUN: %cl %s | heddle-opt --kernel tagged_histogram --until plan-lanes --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=SCALAR %s
// RUN: %cl %s | heddle-opt --kernel tagged_histogram --until plan-lanes --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 \
// RUN:   | FileCheck --check-prefix=SCALAR %s
// RUN: %cl %s | heddle-opt --kernel tagged_by_six --until plan-lanes --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=VECTOR %s
// RUN: %cl %s | heddle-opt --kernel searches --until plan-lanes --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=VECTOR %s
// RUN: %cl %s | heddle-opt --kernel scan --until plan-lanes --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=VECTOR %s
// RUN: %cl %s | heddle-opt --kernel own_bins --until plan-lanes --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=VECTOR %s

// SCALAR: scalar is cheaper
// VECTOR-NOT: scalar is cheaper
void count(volatile local uint* bins, uint bin, uint tag) {
  uint sum;
  do {
    sum = tag | ((bins[bin] & 0x07ffffff) + 1);
    bins[bin] = sum;
  } while (bins[bin] != sum);
}

kernel void tagged_histogram(global uint* out, global const float* in, uint n) {
  local uint bins[1024];
  for (uint i = get_local_id(0); i < 1024; i += get_local_size(0)) bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    count(bins, (uint)(in[i] * 1024) & 1023, get_local_id(0) << 27);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < 1024; i += get_local_size(0)) atomic_add(&out[i], bins[i] & 0x07ffffff);
}

// A work-item alone would take a cache line of each array in each iteration, and the next one would take it again.
kernel void tagged_by_six(global uint* out, global const float* a, global const float* b, global const float* c,
                          global const float* d, global const float* e, global const float* f, uint n) {
  local uint bins[1024];
  for (uint i = get_local_id(0); i < 1024; i += get_local_size(0)) bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    count(bins, (uint)((a[i] + b[i] + c[i] + d[i] + e[i] + f[i]) * 1024) & 1023, get_local_id(0) << 27);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < 1024; i += get_local_size(0)) atomic_add(&out[i], bins[i] & 0x07ffffff);
}

// A work-item alone would wait for each step of the search.
kernel void searches(global uint* out, global const float* in, global const float* pivots, uint n) {
  local uint bins[1024];
  for (uint i = get_local_id(0); i < 1024; i += get_local_size(0)) bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    float value = in[i];
    int at = 511;
    for (int jump = 256; jump > 0; jump /= 2) at += value < pivots[at] ? -jump : jump;
    count(bins, at & 1023, get_local_id(0) << 27);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < 1024; i += get_local_size(0)) out[i] = bins[i];
}

// What is kept for each work-item costs at each barrier.
kernel void scan(global uint* out, local uint* sums, int n) {
  int lane = get_local_id(0), step = 1;
  sums[lane] = out[lane];
  for (int left = n / 2; left > 0; left /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < left) sums[step * (2 * lane + 2) - 1] += sums[step * (2 * lane + 1) - 1];
    step *= 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[lane] = sums[lane];
}

// One work-item alone would take a cache line for each element that it reads.
kernel void own_bins(global uint* out, global const uchar* in, uint n) {
  local uint bins[64 * 32];
  uint lane = get_local_id(0);
  for (uint bin = 0; bin < 64; ++bin) bins[bin * 32 + lane] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) bins[(in[i] >> 2) * 32 + lane]++;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = lane; bin < 64; bin += 32) {
    uint sum = 0;
    for (uint k = 0; k < 32; ++k) sum += bins[bin * 32 + k];
    out[bin] = sum;
  }
}
