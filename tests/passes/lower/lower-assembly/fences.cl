// SPDX-License-Identifier: Apache-2.0
// Assembly without text is a fence for the compiler and goes: a value that passes through is itself.
// RUN: %cl %s | heddle-opt --kernel fences --passes drop-unused,lower-assembly - | FileCheck %s
// With text it is an error that says which.
// RUN: (%cl %s | heddle-opt --kernel text --passes drop-unused,lower-assembly - 2>&1 || true) | FileCheck --check-prefix=TEXT %s

// TEXT: inline assembly ("membar.gl;")
kernel void text(global int *out) {
  out[0] = 1;
  __asm__ volatile("membar.gl;" ::: "memory");
  out[1] = 2;
}

// CHECK-LABEL: @fences(
// CHECK-NOT: asm
// CHECK: [[V:%.*]] = load i32
// CHECK-NOT: asm
// CHECK: store i32 [[V]]
// CHECK-NOT: asm
// CHECK: ret void
kernel void fences(global int *out) {
  int value = out[0];
  __asm__("");
  __asm__ volatile("" : "+r"(value) : : "memory");
  out[1] = value;
}
