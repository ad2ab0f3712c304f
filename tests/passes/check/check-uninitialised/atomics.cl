// A value that an atomic operation reads is written as much as the memory was.
// RUN: %cl %s | heddle-opt --kernel test --check uninitialised --until check-uninitialised - | FileCheck %s

// CHECK-LABEL: @test(
// CHECK: [[BEFORE:%.*]] = load i32, ptr %counter
// CHECK: [[ZERO:%.*]] = xor i32 [[BEFORE]], [[BEFORE]]
// CHECK: [[OLD:%.*]] = atomicrmw add ptr %counter
// CHECK: xor i32 [[OLD]], [[ZERO]]
// CHECK: [[BEFORE_SWAP:%.*]] = load i32, ptr %lock
// CHECK: [[ZERO_SWAP:%.*]] = xor i32 [[BEFORE_SWAP]], [[BEFORE_SWAP]]
// CHECK: [[PAIR:%.*]] = cmpxchg ptr %lock
// CHECK: [[FOUND:%.*]] = extractvalue { i32, i1 } [[PAIR]], 0
// CHECK: xor i32 [[FOUND]], [[ZERO_SWAP]]
kernel void test(global int* out, global int* counter, global int* lock) {
  out[0] = atomic_inc(counter);
  out[1] = atomic_cmpxchg(lock, 0, 1);
}
