// Large kernels are vectors only where that pays: code generation takes long for them.
// RUN: %cl %s | heddle-opt --kernel scattered --until widen --report \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null | FileCheck --check-prefix=SCALAR %s
// RUN: %cl %s | heddle-opt --kernel apart --until widen --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=LARGE %s
// RUN: %cl %s | heddle-opt --kernel mixing --until widen --report \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null | FileCheck --check-prefix=WIDE %s

// SCALAR: scalar is cheaper: the kernel is large, and vectors multiply its code
// LARGE: not vectorised: the kernel is too large
// WIDE: width 16 along dimension 0
// WIDE-NOT: scalar is cheaper

#define FOUR(X, N) X((N)) X((N) + 1) X((N) + 2) X((N) + 3)
#define SIXTEEN(X, N) FOUR(X, N) FOUR(X, (N) + 4) FOUR(X, (N) + 8) FOUR(X, (N) + 12)
#define MANY(X) SIXTEEN(X, 0) SIXTEEN(X, 16) SIXTEEN(X, 32) SIXTEEN(X, 48)

// Every lane stores to a place of its own in its array, and no instruction multiplies long vectors.
#define STEP(N) mine[(x >> (N & 7)) & 63] = x; x = mul_hi(x, y + N) / ((x & 7) + 1); y ^= mine[(x * (2 * N + 1)) & 63];
kernel void scattered(global ulong* out) {
  ulong mine[64], x = out[get_global_id(0)], y = x;
  MANY(STEP)
  out[get_global_id(0)] = x;
}

// Each step is 64 instructions, once its vectors are taken apart. The one that counts is beside others.
#define LONG(N) v = (v ^ (v >> 9)) * (ulong16)(2 * N + 3) + (ulong16)(N);
#define BESIDE(N) x = (x * 3 + N) ^ x >> 7; x += x << 3; x ^= y + x * 9; y += x | N; y ^= x * 11; y *= x + 5;
kernel void apart(global ulong16* out, global uint* beside) {
  ulong16 v = out[get_global_id(0)];
  uint x = beside[get_global_id(0)], y = x;
  MANY(LONG) MANY(LONG) MANY(LONG) MANY(LONG) MANY(LONG)
  MANY(BESIDE) MANY(BESIDE) MANY(BESIDE) MANY(BESIDE) MANY(BESIDE)
  out[get_global_id(0)] = v;
  beside[get_global_id(0)] = x ^ y;
}

// As large, of what vectors do as fast as scalars.
#define MIX(N) a += b ^ (N); b = rotate(b, (uint)(N % 31 + 1)) + c; c ^= a * 5u; a = rotate(a, 7u) ^ d; d += c >> 3;
kernel void mixing(global uint* out) {
  const size_t i = get_global_id(0);
  uint a = out[i], b = a * 3, c = b ^ 7, d = c + a;
  MANY(MIX) MANY(MIX) MANY(MIX) MANY(MIX) MANY(MIX) MANY(MIX) MANY(MIX) MANY(MIX) MANY(MIX) MANY(MIX)
  out[i] = a ^ b ^ c ^ d;
}
