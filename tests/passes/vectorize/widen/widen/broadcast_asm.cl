// What all lanes read fills a register by the instruction for integers, floats too.
// RUN: %cl %s | heddle-opt --kernel nearest --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck %s

// CHECK-LABEL: heddle_kernel:
// CHECK-NOT: vbroadcasts{{s|d}} {{.*}}({{.*}}%zmm
// CHECK: vpbroadcastd {{.*}}(%{{.*}}%zmm
// CHECK: vsubps
// CHECK-NOT: vbroadcasts{{s|d}} {{.*}}({{.*}}%zmm
// CHECK: .Lfunc_end0:
kernel void nearest(global float* out, global const float* in, constant float* points, uint count) {
  float x = in[2 * get_global_id(0)], y = in[2 * get_global_id(0) + 1], best = INFINITY;
  for (uint i = 0; i < count; ++i) {
    float dx = x - points[2 * i], dy = y - points[2 * i + 1];
    best = fmin(best, dx * dx + dy * dy);
  }
  out[get_global_id(0)] = best;
}
