// A large kernel with few accesses is there once, with masks, where these cost next to nothing; else once for whole vectors and once for
// partial ones.
// RUN: %cl %s | heddle-opt --kernel large --until work-groups --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=ONCE %s
// RUN: %cl %s | heddle-opt --kernel large --until work-groups --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=TWICE %s
// RUN: %cl -DALL %s | heddle-opt --kernel large --until work-groups \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck --check-prefix=TWICE %s

// ONCE-COUNT-1: xor <{{[0-9]+}} x i32> {{.*}}, splat (i32 12345)
// ONCE-NOT: xor <{{[0-9]+}} x i32> {{.*}}, splat (i32 12345)
// TWICE-COUNT-2: xor <{{[0-9]+}} x i32> {{.*}}, splat (i32 12345)

#define FOUR(X, N) X((N)) X((N) + 1) X((N) + 2) X((N) + 3)
#define SIXTEEN(X, N) FOUR(X, N) FOUR(X, (N) + 4) FOUR(X, (N) + 8) FOUR(X, (N) + 12)
#ifdef ALL
#define STEP(N) x = (x ^ (x >> 7)) * 3 + (N); out[(N) * 65536] = x;
#else
#define STEP(N) x = (x ^ (x >> 7)) * 3 + (N);
#endif
#define MORE(N) SIXTEEN(STEP, N) SIXTEEN(STEP, (N) + 16) SIXTEEN(STEP, (N) + 32) SIXTEEN(STEP, (N) + 48)
kernel void large(global uint* out) {
  out += get_global_id(0);
  uint x = *out;
  MORE(64) MORE(128) MORE(192) MORE(256) MORE(320)
  *out = x ^ 12345;
}
