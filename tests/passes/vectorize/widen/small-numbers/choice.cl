// What is computed of ids needs 32 bits only.
// RUN: %cl %s | heddle-opt --kernel rests --until widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel rests --until widen --disable-pass small-numbers --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=OFF %s

// CHECK-LABEL: @rests
// CHECK-NOT: rem
// CHECK: sitofp <{{[0-9]+}} x i32>
// OFF-LABEL: @rests
// OFF: urem <{{[0-9]+}} x i64>
kernel void rests(global uint* out, ulong n) {
  size_t i = get_global_id(0);
  out[i] = (uint)(i % n);
}

// Also by signed numbers that all lanes share, from axis to axis.
// RUN: %cl %s | heddle-opt --kernel axes --until widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=AXES %s
// RUN: %cl %s | heddle-opt --kernel axes --until widen --disable-pass small-numbers --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=APART %s
// AXES-LABEL: @axes
// AXES-NOT: {{div|rem}} <{{[0-9]+}} x i64>
// AXES: sitofp <{{[0-9]+}} x i32>
// AXES-NOT: {{div|rem}} <{{[0-9]+}} x i64>
// AXES: ret void
// APART-LABEL: @axes
// APART: sdiv <{{[0-9]+}} x i64>
kernel void axes(global long* out, global const long* sizes, int axes) {
  long left = get_global_id(0), sum = 0;
  for (int k = 0; k < axes; ++k) {
    sum = sum * 3 + left % sizes[k];
    left /= sizes[k];
  }
  out[get_global_id(0)] = sum;
}
