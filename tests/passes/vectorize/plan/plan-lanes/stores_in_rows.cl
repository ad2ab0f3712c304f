// Where lanes can read or write neighbours, but not both, they write them. Launches of few rows fill no vectors then.
// RUN: %cl %s | heddle-opt --kernel transpose --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel transpose_back --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=BACK %s

// CHECK: along dimension 1
// CHECK: as fast as one vector: {{[0-9]+}} work-items without vectors, if there are few
// BACK: along dimension 0
// BACK-NOT: as fast as one vector

kernel void transpose(global float* out, global const float* in, uint width, uint height) {
  uint x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}

kernel void transpose_back(global float* out, global const float* in, uint width, uint height) {
  uint y = get_global_id(0), x = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}
