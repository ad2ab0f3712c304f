// The rest of a division by a number that all lanes share is compared with zero as a float.
// RUN: %cl %s | heddle-opt --kernel rests --until widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel rests --until widen --disable-pass zero-quotients --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=OFF %s

// CHECK: fcmp olt <{{[0-9]+}} x double>
// OFF-NOT: fcmp
// OFF: icmp eq <{{[0-9]+}} x i32>
kernel void rests(global uint* out, global const uint* in, uint n) {
  size_t i = get_global_id(0);
  uint rest = in[i] % n;
  out[i] = rest == 0 ? 77 : rest;
}
