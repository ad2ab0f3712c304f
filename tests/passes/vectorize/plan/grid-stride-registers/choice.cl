// A loop that goes along memory in steps of the group: several registers a value.
// RUN: %cl %s | heddle-opt --kernel sums --until widen --report -pass-remarks=widen --local-size 256,1,1 --uniform-groups --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel sums --until widen --report -pass-remarks=widen --disable-pass grid-stride-registers --local-size 256,1,1 --uniform-groups --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK: width 256 along
// OFF: width 16 along
kernel void sums(global float* out, global const float* in, uint n, local float* all) {
  float sum = 0;
  for (uint i = get_local_id(0); i < n; i += get_local_size(0)) sum += in[i];
  all[get_local_id(0)] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = all[get_local_id(0) ^ 1];
}
