// With -cl-denorms-are-zero a half that only optimisation finds stays a number, subnormal or not, as no processor flushes it: LLVM
// took the operands of a comparison as zeros, and fmax then gave the negative one of the two instead of zero. LLVM has one mode
// for halves and doubles, in which subnormal doubles are zeros; that of floats is of its own.
// RUN: %cl %s | heddle-opt --kernel halves --denorms-are-zero - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel doubles --denorms-are-zero - | FileCheck --check-prefix=DOUBLES %s
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

ulong found(ulong bits) {
  uchar parts[8];
  for (int k = 0; k < 8; ++k) parts[k] = (uchar)(bits >> (8 * k));
  ulong sum = 0;
  for (int k = 8; k-- > 0;) sum = sum << 8 | parts[k];
  return sum;
}

// CHECK-LABEL: define void @heddle_kernel(
// CHECK-NOT: store half 0xH{{8001|0001}}
// CHECK: store half 0xH0000, ptr
// CHECK-NEXT: store float 0.000000e+00, ptr
// CHECK-NOT: store half 0xH{{8001|0001}}
// CHECK: {{^}}}
kernel void halves(global half* out, global float* floats) {
  out[0] = fmax(as_half((ushort)found(0x8001)), (half)0);
  out[1] = fmin(as_half((ushort)found(0x0001)), (half)0);
  floats[0] = as_float((uint)found(0x00000001)) * 0x1p+100f;
}

// DOUBLES-LABEL: define void @heddle_kernel(
// DOUBLES: store double 0.000000e+00, ptr
kernel void doubles(global double* out) {
  out[0] = as_double(found(0x0000000000000001)) * 0x1p+1000;
}
