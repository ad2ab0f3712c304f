// Strategies that are drawn, of accesses of which conditions are asked: parts of a strategy ask no others.
// RUN: %cl %s | heddle-opt --kernel clamped --emit none --access-seed 1 -pass-remarks=widen --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel clamped --emit none --access-seed 2 -pass-remarks=widen --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel clamped --emit none --access-seed 3 -pass-remarks=widen --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel clamped --emit none --access-seed 5 -pass-remarks=widen --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel clamped --emit none --access-seed 7 -pass-remarks=widen --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel clamped --emit none --access-seed 8 -pass-remarks=widen --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck %s

// CHECK-COUNT-2: load 2 i32:
// CHECK: store i32:
kernel void clamped(global int* out, global const int2* a, global const int2* b, int n) {
  int i = (int)get_global_id(0);
  int2 x = a[max(i - 1, 0)], y = b[clamp(i + n, 0, 100)];
  out[i] = x.x * y.y + x.y * y.x;
}
