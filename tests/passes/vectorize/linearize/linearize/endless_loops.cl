// A kernel on some of whose ways control goes on for ever has no vectors: there is no place where its lanes meet again.
// RUN: %cl %s | heddle-opt --kernel some --until linearize --report - 2>&1 | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel all --until linearize --report - 2>&1 | FileCheck %s

// CHECK: not vectorised: a loop without an end
kernel void some(volatile global int* out, global const int* in, int n) {
  size_t i = get_global_id(0);
  if (in[i] == n)
    for (;;) out[i]++;
  out[i] = in[i];
}

kernel void all(volatile global int* out) {
  for (;;) out[get_global_id(0)]++;
}
