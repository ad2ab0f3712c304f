// SPDX-License-Identifier: Apache-2.0
// Loops that collect the bits of a number the other way round are one operation, for any number of iterations.
// RUN: %cl %s | heddle-opt --kernel whole --until optimize-work-item - | FileCheck --check-prefix=WHOLE %s
// RUN: %cl %s | heddle-opt --kernel some --until optimize-work-item - | FileCheck --check-prefix=SOME %s
// RUN: %cl %s | heddle-opt --kernel numbered --until optimize-work-item - | FileCheck --check-prefix=SOME %s
// RUN: %cl %s | heddle-opt --kernel watched --until optimize-work-item - | FileCheck --check-prefix=NONE %s
// RUN: %cl %s | heddle-opt --kernel other --until optimize-work-item - | FileCheck --check-prefix=NONE %s

// WHOLE: [[X:%.*]] = load i64
// WHOLE-NOT: br i1
// WHOLE: [[R:%.*]] = {{.*}}call i64 @llvm.bitreverse.i64(i64 [[X]])
// WHOLE-NEXT: store i64 [[R]]
kernel void whole(global ulong* a) {
  size_t i = get_global_id(0);
  ulong x = a[i], r = 0;
  for (int b = 0; b < 64; ++b) {
    r = (r << 1) | (x & 1);
    x >>= 1;
  }
  a[i] = r;
}

// SOME: call i32 @llvm.bitreverse.i32(
// SOME-NOT: lshr i32 {{.*}}, 1{{$}}
// SOME: ret void
kernel void some(global uint* a, int bits) {
  size_t i = get_global_id(0);
  uint x = i, r = 0;
  for (int b = 0; b < bits; ++b) r = r * 2 + x % 2, x /= 2;
  a[r] = i;
}

kernel void numbered(global uint* a, int bits) {
  size_t i = get_global_id(0);
  uint x = i, r = 0;
  for (int b = 0; b < bits; ++b) r = (r << 1) | ((x >> b) & 1);
  a[r] = i;
}

// NONE-NOT: bitreverse
// NONE: ret void
kernel void watched(global uint* a, int bits) {
  size_t i = get_global_id(0);
  uint x = i, r = 0;
  for (int b = 0; b < bits; ++b) {
    r = (r << 1) | (x & 1), x >>= 1;
    a[r] = b;
  }
  a[i] = r;
}

kernel void other(global uint* a, int bits) {
  size_t i = get_global_id(0);
  uint x = i, r = 0;
  for (int b = 0; b < bits; ++b) r = (r << 1) | (x & 1), x >>= 2;
  a[r] = i;
}
