// Sums of which only low bits are wanted go round a loop in as few; counters stay what they are.
// RUN: %cl %s | heddle-opt --kernel differences --until plan-lanes - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel whole --until plan-lanes - | FileCheck --check-prefix=WHOLE %s

// CHECK-LABEL: @differences(
// CHECK: phi i16
// CHECK: add i16
// CHECK-NOT: add i32
// CHECK: store i16
// CHECK-LABEL: @differences.scalar(
kernel void differences(global ushort* out, global const uchar* a, global const uchar* b, int n) {
  size_t i = get_global_id(0);
  uint sum = 0;
  for (int k = 0; k < n; ++k) sum += abs_diff(a[k * 64 + i], b[k]);
  out[i] = sum;
}

// WHOLE-LABEL: @whole(
// WHOLE-NOT: phi i16
// WHOLE-LABEL: @whole.scalar(
kernel void whole(global uchar* out, global const uchar* a, int n) {
  size_t i = get_global_id(0);
  uint sum = 0;
  for (int k = 0; k < n; ++k) sum += a[k * 64 + i];
  out[i] = sum / 9;
}
