// Where each lane goes along a row of its own, its pointer is a scalar that the loop leaves alone.
// RUN: %cl %s | heddle-opt --kernel rows --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl --uniform-groups - \
// RUN:   | FileCheck %s

// CHECK: [[LAST:%.*]] = extractelement <8 x ptr> [[ROWS:%.*]], i64 7
// CHECK: extractelement <8 x ptr> [[ROWS]], i64 0
// CHECK: [[NUMBER:%.*]] = phi i64
// CHECK-NOT: extractelement
// CHECK: [[POINTER:%.*]] = getelementptr double, ptr [[LAST]], i64 [[NUMBER]]
// CHECK: load <{{[28]}} x double>, ptr [[POINTER]]
kernel void rows(global double* y, global const double* a, global const double* x, int n) {
  int row = get_global_id(0);
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += a[(size_t)row * n + k] * x[k];
  y[row] = sum;
}
