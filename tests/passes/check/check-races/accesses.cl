// Accesses to global and local memory are recorded with what they are (1 to 7: scope, 8: a write, 16: a release, 32: local),
// and each barrier counts for the fences that it has. What a work-item has recorded since its last barrier in the block is
// not recorded again, nor are constants and private variables. Without the check there is nothing.
// RUN: %cl %s | heddle-opt --kernel test --check races --until check-races - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --check memory --until check-races - | FileCheck %s --check-prefix=OTHERS

// CHECK-LABEL: define {{.*}}@test(
// CHECK: %race.item = alloca [10 x i32]
// CHECK: call void %{{.*}}(ptr %{{.*}}, ptr %{{.*}}, ptr %race.item, i64
// CHECK: call void %{{.*}}(ptr %{{.*}}, ptr %race.item, ptr addrspace(2) @check.site{{.*}}, i64 %{{.*}}, i64 4, i32 0)
// CHECK: call void %{{.*}}(ptr %{{.*}}, ptr %race.item, ptr addrspace(2) @check.site{{.*}}, i64 %{{.*}}, i64 4, i32 40)
// CHECK-NOT: i32 32)
// CHECK: call void @__hd_barrier(i32 noundef 1,
// CHECK-NEXT: [[LOCAL:%.*]] = getelementptr i8, ptr %race.item, i64 8
// CHECK-NEXT: load i32, ptr [[LOCAL]]
// CHECK: [[SUB_GROUP:%.*]] = getelementptr i8, ptr %race.item, i64 16
// CHECK-NEXT: load i32, ptr [[SUB_GROUP]]
// CHECK: i64 4, i32 32)
// CHECK: i64 4, i32 12)
// CHECK-NEXT: atomicrmw add
// CHECK-NOT: @check.site
// CHECK: ret void

// OTHERS-NOT: race.item
kernel void test(global int* out, global const int* in, constant int* table, local int* tile) {
  int own[4] = {1, 2, 3, 4}, i = get_local_id(0);
  tile[i] = in[i];
  int same = tile[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = tile[i ^ 1];
  atomic_add(out, same + other + own[i & 3] + table[i]);
}
