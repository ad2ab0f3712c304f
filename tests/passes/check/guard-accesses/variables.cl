// Accesses of a private variable that are outside of it whatever the program computes are gone before variables become values.
// RUN: %cl %s | heddle-opt --kernel test --guard --until guard-accesses - | FileCheck %s

// CHECK-LABEL: @test
// CHECK-NOT: i32 77
// CHECK: store i32 {{.*}}, ptr addrspace(1)
// CHECK: ret void
kernel void test(global int* out) {
  int list[4] = {1, 2, 3, 4};
  list[5] = 77;
  out[0] = list[get_global_id(0) & 3] + list[-3];
}
