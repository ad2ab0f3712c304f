// The sine and the cosine of one number are one call of sincos, those of vectors as well; those of
// two numbers are not, nor where one of them might not be wanted.
// RUN: %cl %s | heddle-opt --kernel joined --passes link-builtins - | FileCheck %s

// CHECK-LABEL: @joined(
// CHECK-NOT: @_Z3
// CHECK: call spir_func float @_Z6sincosfPf(
// CHECK-NOT: @_Z3
// CHECK: ret void
kernel void joined(global float* out, global const float* in) {
  const size_t i = get_global_id(0);
  const float angle = in[i] * 2.0f;
  const float x = cos(angle);
  out[i] = x * 3.0f + sin(angle);
}

// CHECK-LABEL: @vectors(
// CHECK-NOT: @_Z3
// CHECK: call spir_func <4 x float> @_Z6sincosDv4_fPS_(
// CHECK-NOT: @_Z3
// CHECK: ret void
kernel void vectors(global float4* out, global const float4* in) {
  const size_t i = get_global_id(0);
  out[i] = sin(in[i] * 2.0f) + cos(in[i] * 2.0f);
}

// CHECK-LABEL: @apart(
// CHECK-NOT: @_Z6sincos
// CHECK: ret void
kernel void apart(global float* out, global const float* in) {
  const size_t i = get_global_id(0);
  out[i] = sin(in[i]) + cos(in[i] + 1.0f);
}

// CHECK-LABEL: @perhaps(
// CHECK-NOT: @_Z6sincos
// CHECK: ret void
kernel void perhaps(global float* out, global const float* in) {
  const size_t i = get_global_id(0);
  const float x = in[i];
  float y = sin(x);
  if (y > 0.5f) y = cos(x);
  out[i] = y;
}
