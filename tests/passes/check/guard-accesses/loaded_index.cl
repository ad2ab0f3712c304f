// An index that is read from memory is frozen: the test and the access have the same one, whoever writes it meanwhile.
// RUN: %cl %s | heddle-opt --kernel test --guard --until guard-accesses - | FileCheck %s

// CHECK: load i32, ptr addrspace(1)
// CHECK: [[LOADED:%.*]] = phi i32
// CHECK-NEXT: [[INDEX:%.*]] = freeze i32 [[LOADED]]
// CHECK-NOT: [[LOADED]]
// CHECK: sext i32 [[INDEX]] to i64
// CHECK: call i1 @__hd_is_inside
// CHECK: store i32 1
kernel void test(global int* out, global const int* index) {
  out[index[get_global_id(0)]] = 1;
}
