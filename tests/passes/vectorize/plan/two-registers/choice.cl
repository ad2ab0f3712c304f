// Operations that wait for one another for longer than the processor looks ahead: two registers a value.
// RUN: %cl %s | heddle-opt --kernel chain --until widen --report -pass-remarks=widen --features=+sse4.2,+avx2,+fma - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel chain --until widen --report -pass-remarks=widen --disable-pass two-registers --features=+sse4.2,+avx2,+fma - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK: width 16 along
// OFF: width 8 along
kernel void chain(global float* a) {
  size_t i = get_global_id(0);
  float x = a[i], result = x;
#pragma unroll
  for (int k = 0; k < 64; ++k) result = fma(result, x, 1.0f / (k + 2));
  a[i] = result;
}
