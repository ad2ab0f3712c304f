// Members of structures that lie anywhere: each structure by itself, or each member by itself.
// RUN: %cl %s | heddle-opt --kernel rotate --until widen --report -pass-remarks=widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel rotate --until widen --report -pass-remarks=widen --disable-pass structures --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK: load 4 float: structure
// OFF: load float: {{gather|lane by lane}}
kernel void rotate(global float4* out, global const float4* in, global const uint* index) {
  float4 x = in[index[get_global_id(0)]];
  out[get_global_id(0)] = x.yzwx;
}
