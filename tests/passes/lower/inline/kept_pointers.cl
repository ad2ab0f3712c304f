// A function that returns or stores an address of global memory can stay a function, too: such an address is never that of
// a caller's variable. One that returns the address of a variable is inlined.
// RUN: %cl %s | heddle-opt --kernel test --until inline - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --emit asm - | FileCheck --check-prefix=ASM %s

#define FOUR(x) x x x x
#define SIXTEEN(x) FOUR(FOUR(x))

// CHECK: define internal ptr addrspace(1) @entry(
// CHECK: define internal {{.*}}@user(
// CHECK: call {{.*}}@entry(
// CHECK-NOT: define internal
// CHECK: define {{.*}}void @test(
// CHECK-NOT: call {{.*}}@own(
// CHECK-COUNT-16: call {{.*}}@user(

// ASM: heddle_kernel:
// ASM: callq user
struct node {
  global const uint *at;
  uint number;
};
global const uint *entry(global const uint *table, uint x) {
  SIXTEEN(SIXTEEN(x = (x ^ (x >> 3)) * 0x9e3779b1u;))
  return table + (x & 15);
}
uint user(global const uint *table, uint x) {
  struct node nodes[4];
  for (uint i = 0; i < 4; ++i) nodes[i].at = entry(table, x + i);
  SIXTEEN(SIXTEEN(x += *entry(table, x);))
  return x + *nodes[x & 3].at;
}
private uint *own(private uint *values, uint x) {
  SIXTEEN(SIXTEEN(x = (x ^ (x >> 7)) * 5u;))
  return values + (x & 3);
}
kernel void test(global uint *data, global const uint *table) {
  uint x = data[get_global_id(0)], values[4] = {x, x + 1, x + 2, x + 3};
  SIXTEEN(x = user(table, x);)
  barrier(CLK_LOCAL_MEM_FENCE);  // calls in front of it are not merged
  x += *own(values, x) + *own(values, x + 1);
  data[get_global_id(0)] = x;
}
