// What would grow beyond all measure when inlined stays a function, once it is as small as it gets; one caller's function
// does not, nor one that needs an id of a dimension that only it knows (told_ids.cl).
// RUN: %cl %s | heddle-opt --kernel test --until inline - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test - | FileCheck --check-prefix=GROUP %s
// RUN: %cl %s | heddle-opt --kernel test --emit asm - | FileCheck --check-prefix=ASM %s

#define FOUR(x) x x x x
#define SIXTEEN(x) FOUR(FOUR(x))

// CHECK: define internal {{.*}}@inner(
// CHECK: define internal {{.*}}@outer(
// CHECK: call {{.*}}@inner(
// CHECK-NOT: define internal
// CHECK: define {{.*}}void @test(
// CHECK-NOT: call {{.*}}@with_id
// CHECK-NOT: call {{.*}}@once
// CHECK-COUNT-16: call {{.*}}@outer(
// CHECK-NOT: define

// GROUP-LABEL: define {{.*}}@heddle_kernel(
// GROUP: call {{.*}}@outer(

// No relocation is needed to call it.
// ASM: heddle_kernel:
// ASM: callq outer
uint inner(uint x) {
  SIXTEEN(SIXTEEN(x = (x ^ (x >> 3)) * 0x9e3779b1u;))
  return x;
}
uint outer(uint x) {
  SIXTEEN(SIXTEEN(x = inner(x + 1);))
  return x;
}
uint with_id(uint x) {
  SIXTEEN(SIXTEEN(x = (x ^ (uint)get_local_id(x & 1)) * 3u;))
  return x;
}
uint once(uint x) {
  SIXTEEN(SIXTEEN(x = (x ^ (x >> 7)) * 5u;))
  return x;
}
kernel void test(global uint* data) {
  uint x = data[get_global_id(0)];
  SIXTEEN(x = outer(x);)
  barrier(CLK_LOCAL_MEM_FENCE);  // calls in front of it are not merged
  x = with_id(x) + with_id(x + 1) + once(x);
  data[get_global_id(0)] = x;
}
