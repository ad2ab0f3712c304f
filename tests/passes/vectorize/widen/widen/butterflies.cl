// SPDX-License-Identifier: Apache-2.0
// Pairs of elements a power of two apart, and partners x ^ d: whole vectors and permutations,
// whatever the distance is. What remains of gathers and scatters stands after a question.
// RUN: %cl %s | heddle-opt --kernel sums --until widen --local-size 256,1,1 \
// RUN:   --features +avx512f,+avx512bw,+avx512vl,+avx512dq,+avx2,+fma - \
// RUN:   | FileCheck %s --check-prefix=SUMS
// RUN: %cl %s | heddle-opt --kernel sums --until widen --local-size 256,1,1 \
// RUN:   --features +avx2,+fma - | FileCheck %s --check-prefix=AVX2
// RUN: %cl %s | heddle-opt --kernel keys --until widen --local-size 256,1,1 \
// RUN:   --features +avx512f,+avx512bw,+avx512vl,+avx512dq,+avx2,+fma - \
// RUN:   | FileCheck %s --check-prefix=KEYS
// RUN: %cl %s | heddle-opt --kernel partners --until widen --local-size 256,1,1 \
// RUN:   --features +avx512f,+avx512bw,+avx512vl,+avx512dq,+avx2,+fma - \
// RUN:   | FileCheck %s --check-prefix=PARTNERS

// SUMS-LABEL: define dso_local void @sums(
// SUMS: all.lanes:
// SUMS-COUNT-2: load <16 x i32>
// SUMS-COUNT-2: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512
// SUMS: some.lanes:
// SUMS-COUNT-2: @llvm.masked.gather
// SUMS: all.lanes{{.*}}:
// SUMS: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512
// SUMS: store <16 x i32>
// SUMS: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512
// SUMS: store <16 x i32>
// AVX2-LABEL: define dso_local void @sums(
// AVX2: all.lanes:
// AVX2-COUNT-2: load <8 x i32>
// AVX2-COUNT-4: call <8 x i32> @llvm.x86.avx2.permd
kernel void sums(global uint* out) {
  local uint box[512];
  uint x = get_local_id(0);
  box[x] = out[x];
  box[x + 256] = out[x + 256];
  for (uint step = 0; step < 9; ++step) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint left = x >> step << (step + 1) | (x & ((1u << step) - 1)), right = left + (1u << step);
    uint a = box[left], b = box[right];
    box[left] = a + b;
    box[right] = a - b;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x] = box[x];
  out[x + 256] = box[x + 256];
}

// Two arrays in turn; not all lanes store.
// KEYS-LABEL: define dso_local void @keys(
// KEYS-COUNT-4: @llvm.x86.avx512.vpermi2var.d.512
// KEYS: all.lanes{{.*}}:
// KEYS: @llvm.x86.avx512.permvar.si.512
// KEYS: call void @llvm.masked.store.v16i32
// KEYS: @llvm.x86.avx512.permvar.si.512
// KEYS: call void @llvm.masked.store.v16i32
kernel void keys(global uint* out, local uint* key, local uint* value) {
  size_t x = get_local_id(0);
  for (uint distance = 256; distance > 0; distance >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint place = 2 * x - (x & (distance - 1));
    uint a = key[place], b = key[place + distance];
    uint c = value[place], d = value[place + distance];
    if (a > b) {
      key[place] = b;
      key[place + distance] = a;
    }
    out[x] += c ^ d;
  }
}

// PARTNERS-LABEL: define dso_local void @partners(
// PARTNERS: all.lanes:
// PARTNERS: @llvm.x86.avx512.permvar.si.512
// PARTNERS: some.lanes:
kernel void partners(global uint* out, uint distance, local uint* box) {
  size_t x = get_local_id(0);
  box[x] = out[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x] = box[x ^ distance];
}
