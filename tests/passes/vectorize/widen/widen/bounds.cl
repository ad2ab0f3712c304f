// SPDX-License-Identifier: Apache-2.0
// Whether all lanes are within bounds is asked of the lane that is closest to the bound; of both ends where it may wrap.
// RUN: %cl %s | heddle-opt --kernel below --width 16 --until widen - | FileCheck --check-prefix=BELOW %s
// RUN: %cl %s | heddle-opt --kernel to --width 16 --until widen - | FileCheck --check-prefix=TO %s
// RUN: %cl %s | heddle-opt --kernel between --width 16 --until widen - | FileCheck --check-prefix=BETWEEN %s
// RUN: %cl %s | heddle-opt --kernel turned --width 16 --until widen - | FileCheck --check-prefix=TURNED %s
// RUN: %cl %s | heddle-opt --kernel scaled --width 16 --until widen - | FileCheck --check-prefix=SCALED %s
// RUN: %cl %s | heddle-opt --kernel loop --width 16 --features=+sse4.2,+avx2,+fma --emit asm - | FileCheck --check-prefix=LOOP %s

// BELOW: [[END:%.*]] = call i32 @llvm.ssub.sat.i32(i32 %n, i32 15)
// BELOW-NEXT: [[IN:%.*]] = icmp slt i32 {{%.*}}, [[END]]
// BELOW-NEXT: br i1 [[IN]],
kernel void below(global int* out, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = out[i] * 3 + 1;
}

// TO: [[END:%.*]] = call i64 @llvm.usub.sat.i64(i64 %n, i64 15)
// TO-NEXT: [[IN:%.*]] = icmp ule i64 {{%.*}}, [[END]]
// TO-NEXT: [[EXISTS:%.*]] = icmp uge i64 %n, 15
// TO-NEXT: [[ALL:%.*]] = and i1 [[EXISTS]], [[IN]]
// TO-NEXT: br i1 [[ALL]],
kernel void to(global int* out, ulong n) {
  size_t i = get_global_id(0);
  if (i <= n) out[i] = out[i] * 3 + 1;
}

// BETWEEN-DAG: [[ABOVE:%.*]] = icmp sgt i32 {{%.*}}, %m
// BETWEEN-DAG: [[STAYS:%.*]] = icmp sle i32 {{%.*}}, 2147483632
// BETWEEN-DAG: and i1 [[ABOVE]], [[STAYS]]
// BETWEEN-DAG: @llvm.ssub.sat.i32(i32 %n, i32 15)
// BETWEEN-NOT: vector.reduce.and
kernel void between(global int* out, int m, int n) {
  int i = get_global_id(0);
  if (i > m && i < n) out[i] = out[i] * 3 + 1;
}

// TURNED: call i32 @llvm.sadd.sat.i32(i32 %n, i32 15)
// TURNED-NOT: vector.reduce.and
kernel void turned(global int* out, int m, int n) {
  int i = m - (int)get_global_id(0);
  if (i > n) out[i] = out[i] * 3 + 1;
}

// SCALED: call i32 @llvm.ssub.sat.i32(i32 %n, i32 60)
kernel void scaled(global int* out, int n) {
  int i = get_global_id(0) * 4;
  if (i < n) out[i] = out[i] * 3 + 1;
}

// One comparison an iteration.
// LOOP: movslq %e[[I:[a-z]+]], %r[[I]]
// LOOP-NEXT: vpaddd {{.*}}(%{{.*}},%r[[I]],4), [[ONE:%ymm[0-9]+]], [[ONE]]
// LOOP-NEXT: vpaddd {{.*}}(%{{.*}},%r[[I]],4), [[TWO:%ymm[0-9]+]], [[TWO]]
// LOOP-NEXT: addq %{{.*}}, %r[[I]]
// LOOP-NEXT: cmpl
// LOOP-NEXT: jg
kernel void loop(global int* out, global const int* in, int n) {
  int sum = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) sum += in[i];
  out[get_global_id(0)] = sum;
}
