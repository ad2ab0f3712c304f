// Vectors of which each element goes the same way are not taken apart; where one is looked at alone, they are.
// RUN: %cl %s | heddle-opt --kernel products --until widen --emit ll --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel rows --until widen --emit ll --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck --check-prefix=ROWS %s
// RUN: %cl %s | heddle-opt --kernel sums --until widen --emit ll --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck --check-prefix=SUMS %s

// CHECK-LABEL: @products(
// CHECK-NOT: shufflevector <{{[0-9]+}} x i8>
// CHECK: mul <64 x i8>
// CHECK-NOT: shufflevector <{{[0-9]+}} x i8>
// CHECK: ret void
kernel void products(global uchar16* out, global const uchar16* a, global const uchar16* b) {
  size_t i = get_global_id(0);
  out[i] = a[i] * b[i] + (uchar16)3;
}

// SUMS-LABEL: @sums(
// SUMS: shufflevector <{{[0-9]+}} x float>
// SUMS: ret void
kernel void sums(global float4* out, global const float4* a) {
  size_t i = get_global_id(0);
  float4 v = a[i];
  out[i] = v + v.x;
}

// Nor where each lane's vector lies anywhere.
// ROWS-LABEL: @rows(
// ROWS-NOT: shufflevector <{{[0-9]+}} x i8> {{.*}}<i32 0, i32 {{[2-9]|1[0-9]}}
// ROWS: add <64 x i8>
// ROWS-NOT: shufflevector <{{[0-9]+}} x i8>
kernel void rows(global uchar16* out, global const uchar16* a, global const uint* number) {
  size_t i = get_global_id(0);
  out[i] = a[number[i]] + (uchar)1;
}
