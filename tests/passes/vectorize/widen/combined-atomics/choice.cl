// All lanes add to one place: one atomic operation, or one for each lane.
// RUN: %cl %s | heddle-opt --kernel count --until widen --report -pass-remarks=widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel count --until widen --report -pass-remarks=widen --disable-pass combined-atomics --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK: atomicrmw i32: combined
// OFF: atomicrmw i32: lane by lane
kernel void count(global volatile uint* sum, global const uint* in) {
  atomic_add(sum, in[get_global_id(0)] * 3);
}
