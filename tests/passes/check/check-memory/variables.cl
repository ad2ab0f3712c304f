// Accesses that are known to be right have no check and leave variables in registers; one that is always wrong is
// reported without a test. An index that is not known is compared with the variable's size.
// RUN: %cl %s | heddle-opt --kernel test --check memory --until check-memory - | FileCheck %s

// CHECK-LABEL: @test(
// CHECK-NOT: alloca [2 x i32]
// CHECK-NOT: alloca [3 x i32]
// CHECK: %list{{.*}} = alloca [4 x i32]
// CHECK: icmp ult i64 %{{.*}}, 13
// CHECK: call void %{{.*}}(ptr %{{.*}}, ptr %{{.*}}, ptr addrspace(2) @check.site, i64 13, i64 12, i64 4, i64 12,
kernel void test(global int* out, int i, int j) {
  int pair[2] = {i, j};
  int list[4] = {i, i + 1, i + 2, i + 3};
  int few[3] = {1, 2, i};
  int x = list[j & 7];
  few[0] += x;
  out[0] = few[0] + few[3] + pair[1];
}
