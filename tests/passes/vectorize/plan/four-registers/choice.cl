// Lanes leave a loop whose iterations wait for one another: four registers a value.
// RUN: %cl %s | heddle-opt --kernel orbit --until widen --report -pass-remarks=widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel orbit --until widen --report -pass-remarks=widen --disable-pass four-registers --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK: width 64 along
// OFF: width 32 along
kernel void orbit(global int* out, float step) {
  float cx = step * get_global_id(0) - 2, cy = 0.5f, x = 0, y = 0;
  int n = 0;
  while (n < 256 && x * x + y * y < 4) {
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    ++n;
  }
  out[get_global_id(0)] = n;
}
