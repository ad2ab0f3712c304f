// A function that would make the kernel too large for vectors is there once, and its calls are jumps to it; not where
// work-items wait for each other after a call (kept_calls.cl). A kernel is found too large when its loops have been unrolled, too: then it is
// inlined anew (--merge-calls).
// RUN: %cl %s | heddle-opt --kernel test --until inline - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --until widen --report - 2>&1 | FileCheck --check-prefix=WIDE %s
// RUN: %cl %s | heddle-opt --kernel unrolled --until inline - | FileCheck --check-prefix=FIRST %s
// RUN: %cl %s | heddle-opt --kernel unrolled --merge-calls --until inline - | FileCheck --check-prefix=AGAIN %s
// RUN: %cl %s | heddle-opt --kernel twice --merge-calls --until inline - | FileCheck --check-prefix=TWICE %s
// RUN: %cl %s | heddle-opt --kernel both --merge-calls --until inline - | FileCheck --check-prefix=BOTH %s

#define FOUR(x) x x x x
#define SIXTEEN(x) FOUR(FOUR(x))

// CHECK-NOT: define internal
// CHECK: define {{.*}}void @test(
// CHECK-COUNT-1024: mul i32 {{.*}}, -1640531535
// CHECK-NOT: mul i32 {{.*}}, -1640531535
// CHECK: switch i32
// CHECK-NOT: call {{.*}}@large

// WIDE: width 8 along dimension 0
uint large(uint x) {
  FOUR(SIXTEEN(SIXTEEN(x = (x ^ (x >> 3)) * 0x9e3779b1u;)))
  return x;
}
kernel void test(global uint* data) {
  uint x = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  SIXTEEN(if (x & 1) x = large(x);)
  data[get_global_id(0)] = x;
}

// FIRST: define {{.*}}void @unrolled(
// FIRST-NOT: switch i32
// AGAIN: define {{.*}}void @unrolled(
// AGAIN-COUNT-1024: mul i32 {{.*}}, -1640531535
// AGAIN-NOT: mul i32 {{.*}}, -1640531535
// AGAIN: switch i32
uint loops(uint x) {
#pragma unroll
  for (int i = 0; i < 64; ++i) { SIXTEEN(x = (x ^ (x >> 3)) * 0x9e3779b1u;) }
  return x;
}
kernel void unrolled(global uint* data) {
  uint x = data[get_global_id(0)];
  SIXTEEN(if (x & 1) x = loops(x);)
  data[get_global_id(0)] = x;
}

// Two calls are merged as many are.
// TWICE: define {{.*}}void @twice(
// TWICE-COUNT-2048: mul i32 {{.*}}, -1640531535
// TWICE-NOT: mul i32 {{.*}}, -1640531535
// TWICE: switch i32
uint larger(uint x) {
  FOUR(SIXTEEN(SIXTEEN(x = (x ^ (x >> 3)) * 0x9e3779b1u; x = (x ^ (x >> 3)) * 0x9e3779b1u;)))
  return x;
}
kernel void twice(global uint* data) {
  uint x = data[get_global_id(0)];
  if (x & 1) x = larger(larger(x));
  data[get_global_id(0)] = x;
}

// The function whose merging saves most, though a call of the other one is larger; that is inlined then.
// BOTH: define {{.*}}void @both(
// BOTH-COUNT-2048: mul i32 {{.*}}, 10007
// BOTH-NOT: mul i32 {{.*}}, 10007
// BOTH-COUNT-256: mul i32 {{.*}}, 65537
// BOTH-NOT: mul i32
// BOTH: switch i32
uint long_one(uint x) {
  FOUR(SIXTEEN(SIXTEEN(x = ((x ^ (x >> 3)) * 10007) ^ (x >> 5);)))
  return x;
}
uint short_one(uint x) {
  SIXTEEN(SIXTEEN(x = (x ^ (x >> 3)) * 65537;))
  return x;
}
kernel void both(global uint* data) {
  uint x = data[get_global_id(0)];
  if (x & 1) x = long_one(long_one(x));
  FOUR(if (x & 2) x = short_one(short_one(x));)
  if (x & 4) x = short_one(short_one(x));
  data[get_global_id(0)] = x;
}
