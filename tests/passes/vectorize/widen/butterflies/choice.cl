// Partners of a butterfly: whole vectors and permutations, or gathers.
// RUN: %cl %s | heddle-opt --kernel sums --until widen --report -pass-remarks=widen --local-size 256,1,1 --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel sums --until widen --report -pass-remarks=widen --disable-pass butterflies --local-size 256,1,1 --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK: load i32: exchange
// OFF-NOT: exchange
// OFF: {{gather|lane by lane}}
kernel void sums(global uint* out) {
  local uint all[256];
  uint i = get_local_id(0);
  all[i] = i;
  for (uint d = 1; d < 256; d *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint other = all[i ^ d];
    barrier(CLK_LOCAL_MEM_FENCE);
    all[i] += other;
  }
  out[get_global_id(0)] = all[i];
}
