// Members of which each goes the same way need not be told apart.
// RUN: %cl %s | heddle-opt --kernel scale --until widen --report -pass-remarks=widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel scale --until widen --report -pass-remarks=widen --disable-pass structure-groups --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK: load 4 float: contiguous, structure
// CHECK: store 4 float: contiguous, structure
// OFF: load 4 float: interleaved
// OFF: store 4 float: interleaved
kernel void scale(global float4* out, global const float4* in) {
  out[get_global_id(0)] = in[get_global_id(0)] * 2.0f;
}
