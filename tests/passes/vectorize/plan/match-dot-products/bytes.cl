// The sum of the products of four bytes with four others is one operation on two words, whose signs it knows; what else is
// added stays a sum. Three products are products.
// RUN: %cl %s | heddle-opt --kernel vectors --until match-dot-products - | FileCheck --check-prefix=VECTORS %s
// RUN: %cl %s | heddle-opt --kernel cut --until match-dot-products - | FileCheck --check-prefix=CUT %s
// RUN: %cl %s | heddle-opt --kernel three --until match-dot-products - | FileCheck --check-prefix=THREE %s

// VECTORS-LABEL: @vectors(
// VECTORS-NOT: mul i32
// VECTORS: [[A:%.*]] = load i32, ptr
// VECTORS: [[B:%.*]] = load i32, ptr
// VECTORS: [[DOT:%.*]] = call i32 @__hd_dot_bytes(i32 [[A]], i32 [[B]], i1 true, i1 false)
// VECTORS: [[SUM:%.*]] = add i32 {{.*}}[[DOT]]
// VECTORS-NOT: mul i32
// VECTORS: store i32 [[SUM]]
kernel void vectors(global int* out, global const char4* a, global const uchar4* b) {
  size_t i = get_global_id(0);
  char4 x = a[i];
  uchar4 y = b[i];
  out[i] = out[i] + x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}

// CUT-LABEL: @cut(
// CUT: call i32 @__hd_dot_bytes(i32 {{%.*}}, i32 {{%.*}}, i1 false, i1 false)
// CUT-NOT: mul i32
// CUT: ret void
kernel void cut(global uint* out, global const uint* a, uint y) {
  size_t i = get_global_id(0);
  uint x = a[i], sum = 0;
  for (int k = 0; k < 32; k += 8) sum += (x >> k & 255) * (y >> k & 255);
  out[i] = sum;
}

// THREE-LABEL: @three(
// THREE-NOT: @__hd_dot_bytes
// THREE: ret void
kernel void three(global int* out, global const char4* a, global const char4* b) {
  size_t i = get_global_id(0);
  char4 x = a[i], y = b[i];
  out[i] = x.x * y.x + x.y * y.y + x.z * y.z;
}
