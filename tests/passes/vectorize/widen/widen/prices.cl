// The plan of each access is made before code is emitted, and says what the other ways would have cost. Without price: one that is drawn. For
// measuring: the second cheapest, if its price is near.
// RUN: %cl %s | heddle-opt --kernel clip --until widen --report -pass-remarks=widen -pass-remarks-analysis=widen --features=+sse4.2,+avx2,+fma - \
// RUN:   2>&1 >/dev/null | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel clip --until widen -pass-remarks=widen --access-seed 3 --features=+sse4.2,+avx2,+fma - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=DRAWN %s
// RUN: %cl %s | heddle-opt --kernel clip --until widen -pass-remarks=widen --access-rival 2 --features=+sse4.2,+avx2,+fma - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=RIVAL %s

// CHECK: load float: lane by lane
// CHECK-NEXT: cycles of a vector: lane by lane [[#%d,LANES:]].{{[0-9]}}; gather
// CHECK: store float: contiguous
// CHECK-NEXT: cycles of a vector: contiguous {{[0-9.]+}};
// CHECK: cycles of a vector: load float: lane by lane [[#LANES]].{{[0-9]}} (

// DRAWN: load i32: gather
// RIVAL: load i32: contiguous
// RIVAL: load float: gather
kernel void clip(global float* out, global const float* in, global const int* index) {
  size_t i = get_global_id(0);
  out[i] = in[index[i]];
}
