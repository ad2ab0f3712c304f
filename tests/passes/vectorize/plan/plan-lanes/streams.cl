// Where a loop goes along global memory in steps of the range's or the group's size, and does little else, values have up to 16
// registers: each vector would go through all of that memory by itself. Four where it goes along a column of a matrix. Not where
// the kernel knows groups and their size is unknown or has no work-items for them, nor where lanes go to places of their own, or
// much is computed. Two registers where much of a loop is the same for all lanes.
// RUN: %cl %s | heddle-opt --kernel sums --local-size 256,1,1 --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W256 %s
// RUN: %cl %s | heddle-opt --kernel sums --local-size 96,1,1 --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W32 %s
// RUN: %cl %s | heddle-opt --kernel sums --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W16 %s
// RUN: %cl %s | heddle-opt --kernel sums --local-size 256,1,1 --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W64 %s
// RUN: %cl %s | heddle-opt --kernel lines --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W256 %s
// RUN: %cl %s | heddle-opt --kernel scales --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W128 %s
// RUN: %cl %s | heddle-opt --kernel products --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W16 %s
// RUN: %cl %s | heddle-opt --kernel columns --local-size 256,1,1 --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W64 %s
// RUN: %cl %s | heddle-opt --kernel columns --local-size 256,1,1 --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W32 %s
// RUN: %cl %s | heddle-opt --kernel columns --local-size 48,1,1 --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W16 %s
// RUN: %cl %s | heddle-opt --kernel pairs --local-size 64,1,1 --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W64 %s
// RUN: %cl %s | heddle-opt --kernel shares --local-size 64,1,1 --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W32 %s
// RUN: %cl %s | heddle-opt --kernel shares --local-size 64,1,1 --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W16 %s
// RUN: %cl %s | heddle-opt --kernel cached --local-size 256,1,1 --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W16 %s
// RUN: %cl %s | heddle-opt --kernel window --local-size 256,1,1 --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W16 %s
// RUN: %cl %s | heddle-opt --kernel looks_up --local-size 256,1,1 --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W16 %s
// RUN: %cl %s | heddle-opt --kernel computes --local-size 256,1,1 --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W16 %s

// W16: width 16 along dimension 0
// W32: width 32 along dimension 0
// W64: width 64 along dimension 0
// W128: width 128 along dimension 0
// W256: width 256 along dimension 0

void add_up(local float* box, global float* out) {
  size_t lid = get_local_id(0);
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < step) box[lid] += box[lid + step];
  }
  if (lid == 0) out[get_group_id(0)] = box[0];
}

kernel void sums(global const float* in, global float* out, local float* box, long n) {
  float sum = 0;
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) sum += in[i];
  box[get_local_id(0)] = sum;
  add_up(box, out);
}

// Without groups.
kernel void lines(global const float* in, global float* out, int n) {
  float sum = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) sum += in[i];
  out[get_global_id(0)] = sum;
}

kernel void scales(global float* a, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) a[i] *= 3;
}

// A column for each work-item.
kernel void products(global float* out, global const float* in, int n) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += in[k * n + i] * in[k];
  out[i] = sum;
}

kernel void columns(global const float* in, global float* out, local float* box, uint width, uint height) {
  float sum = 0;
  for (uint y = 0; y < height; ++y) sum += in[(size_t)y * width + get_global_id(0)];
  box[get_local_id(0)] = sum;
  add_up(box, out);
}

// Each of many groups has a part of memory, two lines in each iteration.
kernel void pairs(global const float* in, global float* out, local float* box, uint n) {
  uint lid = get_local_id(0), size = get_local_size(0);
  box[lid] = 0;
  for (uint i = get_group_id(0) * size * 2 + lid; i < n; i += size * 2 * get_num_groups(0)) box[lid] += in[i] + in[i + size];
  add_up(box, out);
}

// What the group's memory holds is read from the cache.
kernel void cached(global const float* in, global float* out, local float* box, uint n) {
  local float all[4096];
  float sum = 0;
  for (uint i = get_local_id(0); i < 4096; i += n) sum += all[i];
  box[get_local_id(0)] = sum + in[get_global_id(0)];
  add_up(box, out);
}

// The next lanes' elements come in the next iteration.
kernel void window(global const float* in, global float* out, local float* box, uint n) {
  float sum = 0;
  for (uint i = 0; i < n; ++i) sum += in[get_global_id(0) + i];
  box[get_local_id(0)] = sum;
  add_up(box, out);
}

kernel void looks_up(global const float* in, global const uint* where, global float* out, local float* box, long n) {
  float sum = 0;
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) sum += in[where[i]];
  box[get_local_id(0)] = sum;
  add_up(box, out);
}

kernel void computes(global const float* in, global float* out, local float* box, long n) {
  float sum = 0;
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) sum += pow(in[i], 2.5f);
  box[get_local_id(0)] = sum;
  add_up(box, out);
}

// Atoms that all work-items look at.
kernel void shares(global const float4* atoms, global float* out, local float* box, uint n) {
  float x = get_global_id(0) * 0.5f, sum = 0;
  for (uint i = 0; i < n; ++i) {
    float4 atom = atoms[i];
    float radius = atom.w < 0 ? atom.y * 2 : atom.z, charge = atom.z > atom.y ? atom.w : -atom.w;
    float weight = sqrt(radius * charge + 1) + (atom.x > 1 ? radius : charge);
    sum += fabs(x - atom.x) * weight + radius;
  }
  box[get_local_id(0)] = sum;
  add_up(box, out);
}
