// Members of structures of neighbours: whole vectors and shuffles, or each structure by itself.
// RUN: %cl %s | heddle-opt --kernel rotate --until widen --report -pass-remarks=widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel rotate --until widen --report -pass-remarks=widen --disable-pass strided-groups --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK: load 4 float: interleaved
// CHECK: store 4 float: interleaved
// OFF: load 4 float: structure
// OFF: store 4 float: structure
kernel void rotate(global float4* out, global const float4* in) {
  float4 x = in[get_global_id(0)];
  out[get_global_id(0)] = x.yzwx;
}
