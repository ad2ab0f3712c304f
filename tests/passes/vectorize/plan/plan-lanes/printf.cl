// Where most of the work is printing, which work-items do one after the other, vectors would only multiply the code.
// RUN: %cl %s | heddle-opt --kernel tell --until widen --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=ALONE %s
// RUN: %cl %s | heddle-opt --kernel check --until widen --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=LANES %s

// ALONE: not vectorised: atomic operations and calls are most of the work
kernel void tell(global const int* a) {
  size_t i = get_global_id(0);
  printf("%d\n", a[i]);
  printf("%d %d\n", a[i] * 3, a[i] + 1);
}

// LANES: width {{8|16}} along dimension 0
kernel void check(global const float* a, global const float* b, global float* out, int n) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[i + k] * b[i + k] + a[i] * b[k] - a[k] * b[i];
  if (sum > 1000) printf("%f\n", sum);
  out[i] = sum;
}
