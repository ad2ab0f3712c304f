// Of a large kernel it can be plain that vectors are not worth their code, before any work is put into them.
// RUN: %cl %s | heddle-opt --kernel eight --until plan-lanes --report \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null | FileCheck --check-prefix=SCALAR %s
// RUN: %cl %s | heddle-opt --kernel one_by_one --until plan-lanes --report \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null | FileCheck --check-prefix=SCALAR %s
// RUN: %cl %s | heddle-opt --kernel two --until widen --report \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null | FileCheck --check-prefix=WIDE %s
// RUN: %cl %s | heddle-opt --kernel divisions --until plan-lanes \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck --check-prefix=LATER %s

// SCALAR: scalar is cheaper: the kernel is large, and vectors multiply its code
// WIDE: width 16 along dimension 0
// WIDE-NOT: scalar is cheaper
// A copy is kept for what widen finds out.
// LATER: define {{.*}}divisions.scalar

#define FOUR(X, N) X((N)) X((N) + 1) X((N) + 2) X((N) + 3)
#define SIXTEEN(X, N) FOUR(X, N) FOUR(X, (N) + 4) FOUR(X, (N) + 8) FOUR(X, (N) + 12)
#define MANY(X) SIXTEEN(X, 0) SIXTEEN(X, 16) SIXTEEN(X, 32) SIXTEEN(X, 48)
#define STEP(N) v = v * v + (N); v = 3.0f / v + v * 3.0f; v = fmin(v, 9.0f) * v;

// Eight registers of lanes for one of elements.
kernel void eight(global float8* out) {
  float8 v = out[get_global_id(0)];
  MANY(STEP) MANY(STEP)
  out[get_global_id(0)] = v;
}

// Two for a quarter of one.
kernel void two(global float2* out) {
  float2 v = out[get_global_id(0)];
  MANY(STEP) MANY(STEP) MANY(STEP) MANY(STEP) MANY(STEP) MANY(STEP) MANY(STEP) MANY(STEP)
  out[get_global_id(0)] = v;
}

// Each lane stores by itself.
#define STORE(N) STEP(N) all[N] = v;
kernel void one_by_one(global float4* out, volatile global float4* all) {
  float4 v = out[get_global_id(0)];
  MANY(STORE) MANY(STORE) MANY(STORE)
  out[get_global_id(0)] = v;
}

// Of these LLVM thinks that they are done lane by lane.
#define DIVIDE(N) x = x * 3 + y / (x | 1); y = y % (x | 3) + (N);
kernel void divisions(global uint* out) {
  uint x = out[get_global_id(0)], y = x;
  MANY(DIVIDE) MANY(DIVIDE) MANY(DIVIDE) MANY(DIVIDE) MANY(DIVIDE) MANY(DIVIDE) MANY(DIVIDE)
  out[get_global_id(0)] = x ^ y;
}
