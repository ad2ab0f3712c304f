// Filters of bytes, whose values 16 bits hold, compute with as few, whatever looks at all bits; sums of unknown length and
// numbers that are used as they are do not.
// RUN: %cl %s | heddle-opt --kernel edges --until plan-lanes - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel edges --until plan-lanes --disable-pass narrow-ranges - | FileCheck --check-prefix=OFF %s
// RUN: %cl %s | heddle-opt --kernel branches --until plan-lanes - | FileCheck --check-prefix=BRANCHES %s
// RUN: %cl %s | heddle-opt --kernel unsigned_values --until plan-lanes - | FileCheck --check-prefix=UNSIGNED %s
// RUN: %cl %s | heddle-opt --kernel too_large --until plan-lanes - | FileCheck --check-prefix=LARGE %s
// RUN: %cl %s | heddle-opt --kernel used_whole --until plan-lanes - | FileCheck --check-prefix=LARGE %s

// CHECK-LABEL: @edges(
// CHECK-NOT: {{(add|sub)( nsw| nuw)* i32}}
// CHECK: zext i8 {{%.*}} to i16
// CHECK: = {{.*}}call {{.*}}i16 @llvm.abs.i16(
// CHECK: = {{.*}}call {{.*}}i16 @llvm.{{[us]}}min.i16(
// CHECK: trunc {{.*}}i16 {{%.*}} to i8
// CHECK-LABEL: @edges.scalar(
// OFF-LABEL: @edges(
// OFF: = {{.*}}call {{.*}}i32 @llvm.abs.i32(
// OFF-LABEL: @edges.scalar(
kernel void edges(global uchar* out, global const uchar* in) {
  size_t i = get_global_id(0);
  int x = in[i] + 2 * in[i + 1] - in[i + 3] - 2 * in[i + 4];
  int y = in[i + 5] + 2 * in[i + 6] - in[i + 7] - 2 * in[i + 8];
  out[i] = min(abs(x) + abs(y), 255u);
}

// Values of branches meet, and a quotient looks at signs.
// BRANCHES-LABEL: @branches(
// BRANCHES-DAG: icmp {{[us]}}gt i16
// BRANCHES-DAG: {{[us]}}div i16 {{%.*}}, 3
// BRANCHES-LABEL: @branches.scalar(
kernel void branches(global char* out, global const char* in, global int* found) {
  size_t i = get_global_id(0);
  int sum = in[i] + in[i + 1] + in[i + 2];
  int value = in[i] * 4;
  if (sum > 100) {
    found[i] = 1;
    value = sum / 3;
  }
  out[i] = max(value, -5) >> 2;
}

// From 2^15 on 16 bits hold unsigned numbers: comparisons and shifts are unsigned.
// UNSIGNED-LABEL: @unsigned_values(
// UNSIGNED-NOT: ashr
// UNSIGNED-NOT: llvm.smin
// UNSIGNED: = {{.*}}call {{.*}}i16 @llvm.umin.i16(i16 {{%.*}}, i16 -25536)
// UNSIGNED-LABEL: @unsigned_values.scalar(
kernel void unsigned_values(global uchar* out, global const uchar* in) {
  size_t i = get_global_id(0);
  int value = min(in[i] * 200 + in[i + 1] * 55, 40000);
  out[i] = value >> 8;
}

// LARGE-LABEL: {{@(too_large|used_whole)\(}}
// LARGE: = {{.*}}call {{.*}}i32 @llvm.{{[us]}}min.i32(
// LARGE-LABEL: {{@(too_large|used_whole)\.scalar\(}}
kernel void too_large(global uchar* out, global const uchar* in) {
  size_t i = get_global_id(0);
  out[i] = min(in[i] * in[i + 1] + in[i + 2] * in[i + 3], 70000) >> 9;
}
kernel void used_whole(global uchar* out, global const uchar* in, global const uchar* table) {
  size_t i = get_global_id(0);
  out[i] = table[min(in[i] + in[i + 1], 300)];
}
