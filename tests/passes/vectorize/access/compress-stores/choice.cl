// Active lanes that may store to neighbours: a compressed vector where they do, or a scatter always.
// RUN: %cl %s | heddle-opt --kernel append --until widen --report -pass-remarks=widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel append --until widen --report -pass-remarks=widen --disable-pass compress-stores --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK: store float masked: compress
// OFF: store float masked: scatter
kernel void append(global float* out, global const float* in, global const uint* at) {
  size_t i = get_global_id(0);
  if (in[i] > 0) out[at[i] - 1] = in[i];
}
