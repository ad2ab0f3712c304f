// A clamped index: one vector load where no lane is at the edge, or a gather always.
// RUN: %cl %s | heddle-opt --kernel neighbour --until widen --report -pass-remarks=widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel neighbour --until widen --report -pass-remarks=widen --disable-pass piecewise-accesses --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK: load float: contiguous, else gather
// OFF: load float: lane by lane
kernel void neighbour(global float* out, global const float* in) {
  int x = get_global_id(0), last = (int)get_global_size(0) - 1;
  out[x] = in[min(x + 1, last)];
}
