// An element of a private array that is loaded, changed and stored: lane by lane in memory, or through vectors.
// RUN: %cl %s | heddle-opt --kernel count --until widen --report -pass-remarks=widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel count --until widen --report -pass-remarks=widen --disable-pass private-updates --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK-NOT: load i32:
// CHECK: store i32: lane by lane
// OFF: load i32: {{gather|lane by lane}}
// OFF: store i32: {{scatter|lane by lane}}
kernel void count(global uint* out, global const uchar* in, uint each) {
  uint bins[16] = {0};
  size_t i = get_global_id(0);
  for (uint k = 0; k < each; ++k) ++bins[in[k * get_global_size(0) + i] & 15];
  for (uint b = 0; b < 16; ++b) out[b * get_global_size(0) + i] = bins[b];
}
