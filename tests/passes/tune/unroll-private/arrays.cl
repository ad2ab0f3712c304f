// SPDX-License-Identifier: Apache-2.0
// Loops with constant bounds are unrolled, without a pragma, where that makes registers of a private array.
// RUN: %cl %s | heddle-opt --kernel products --until optimize-work-item - | FileCheck --check-prefix=PRODUCTS %s
// RUN: %cl %s | heddle-opt --kernel permuted --until optimize-work-item - | FileCheck --check-prefix=PERMUTED %s
// RUN: %cl %s | heddle-opt --kernel network --until optimize-work-item - | FileCheck --check-prefix=NETWORK %s
// RUN: %cl %s | heddle-opt --kernel any_place --until optimize-work-item - | FileCheck --check-prefix=ANY %s
// RUN: %cl %s | heddle-opt --kernel only_read --until optimize-work-item - | FileCheck --check-prefix=READ %s
// RUN: %cl %s | heddle-opt --kernel too_long --until optimize-work-item - | FileCheck --check-prefix=LONG %s

// PRODUCTS-LABEL: define {{.*}}void @products(
// PRODUCTS-NOT: alloca
// PRODUCTS: ret void
kernel void products(global const float* a, global const float* b, global float* c, int n) {
  size_t x = get_global_id(0) * 8, y = get_global_id(1) * 8;
  float sum[8][8] = {{0}}, left[8], right[8];
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < 8; ++i) left[i] = a[(y + i) * n + k], right[i] = b[k * n + x + i];
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) sum[i][j] += left[i] * right[j];
  }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) c[(y + i) * n + x + j] = sum[i][j];
}

// Places from a constant table; the iterations stay a loop.
// PERMUTED-LABEL: define {{.*}}void @permuted(
// PERMUTED-NOT: alloca
// PERMUTED: phi i64
kernel void permuted(global ulong* data) {
  const int places[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1};
  size_t g = get_global_id(0);
  ulong s[25];
  for (int i = 0; i < 25; ++i) s[i] = data[g * 25 + i];
  for (int iteration = 0; iteration < 24; ++iteration) {
    ulong t = s[1] + iteration;
    for (int i = 0; i < 24; ++i) {
      ulong kept = s[places[i]];
      s[places[i]] = rotate(t, (ulong)i) ^ s[i];
      t = kept;
    }
  }
  for (int i = 0; i < 25; ++i) data[g * 25 + i] = s[i];
}

// The inner loops have constant bounds once the outer ones are unrolled.
// NETWORK-LABEL: define {{.*}}void @network(
// NETWORK-NOT: alloca
// NETWORK-NOT: br i1
// NETWORK: ret void
kernel void network(global uint* data) {
  size_t g = get_global_id(0);
  uint v[16];
  for (int i = 0; i < 16; ++i) v[i] = data[i * 4096 + g];
  for (int k = 2; k <= 16; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      for (int i = 0; i < 16; ++i) {
        const int other = i ^ j;
        const uint a = v[i], b = v[other];
        if (other > i && a > b == ((i & k) == 0)) v[i] = b, v[other] = a;
      }
  for (int i = 0; i < 16; ++i) data[i * 4096 + g] = v[i];
}

// An index that no unrolling makes a constant.
// ANY-LABEL: define {{.*}}void @any_place(
// ANY: alloca [40 x i32]
// ANY: ret void
kernel void any_place(global int* data) {
  size_t g = get_global_id(0);
  int s[40];
  for (int i = 0; i < 40; ++i) s[i] = data[g * 40 + i] * 3 + (data[g + i] ^ i);
  data[g] = s[data[g] & 31];
}

// What is only read is one number for all lanes.
// READ-LABEL: define {{.*}}void @only_read(
// READ: alloca [4 x i32]
// READ: ret void
kernel void only_read(global uint2* data, uint4 key) {
  uint k[4] = {key.x, key.y, key.z, key.w};
  uint2 v = data[get_global_id(0)];
  uint sum = 0;
  for (int i = 0; i < 32; ++i) {
    v.x += ((v.y << 4 ^ v.y >> 5) + v.y) ^ (sum + k[sum & 3]);
    sum += 0x9e3779b9;
    v.y += ((v.x << 4 ^ v.x >> 5) + v.x) ^ (sum + k[sum >> 11 & 3]);
  }
  data[get_global_id(0)] = v;
}

// LONG-LABEL: define {{.*}}void @too_long(
// LONG: alloca [64 x i32]
// LONG: ret void
kernel void too_long(global int* data) {
  size_t g = get_global_id(0);
  int s[64];
  for (int i = 0; i < 64; ++i) s[i] = data[g * 64 + i];
  for (int k = 0; k < 64; ++k)
    for (int i = 0; i < 64; ++i) s[i] = (s[i] ^ s[k]) * 3 + (s[i] >> k);
  for (int i = 0; i < 64; ++i) data[g * 64 + i] = s[i];
}
