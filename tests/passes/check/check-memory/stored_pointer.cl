// A private array of pointers has slots beside it, with the bounds of what was stored in each of its words.
// RUN: %cl %s | heddle-opt --kernel test --check memory --until check-memory - | FileCheck %s

// CHECK: %slots = alloca [9 x i64]
// CHECK: call void @llvm.memset.p0.i64(ptr align 8 %slots, i8 0, i64 72, i1 false)
// CHECK: store ptr addrspace(1)
// CHECK: call i64 @llvm.umin.i64(i64 %{{.*}}, i64 2)
// CHECK-NOT: %found
kernel void test(global int* out, global int* a, global int* b, int i) {
  global int* rows[2] = {a, b};
  out[0] = rows[i & 1][i];
}
