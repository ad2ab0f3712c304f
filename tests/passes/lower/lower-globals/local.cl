// __local variables become offsets from the group's local memory, the most aligned first, without gaps.
// RUN: %cl %s | heddle-opt --kernel test --until lower-globals - | FileCheck %s

// CHECK-NOT: hd-local
// CHECK-LABEL: define {{.*}}@test(
// CHECK: [[BASE:%.*]] = call ptr @__hd_local_memory()
// CHECK-DAG: %test.wide = getelementptr inbounds {{.*}}i8, ptr [[BASE]], i64 0
// CHECK-DAG: %test.words = getelementptr inbounds {{.*}}i8, ptr [[BASE]], i64 128
// CHECK-DAG: %test.bytes = getelementptr inbounds {{.*}}i8, ptr [[BASE]], i64 168
// CHECK-NOT: call ptr @__hd_local_memory()
// CHECK: declare ptr @__hd_local_memory() [[PURE:#[0-9]+]]
// CHECK: attributes [[PURE]] = { {{.*}}memory(none)
kernel void test(global ulong* out) {
  local uchar bytes[3];
  local uint words[10];
  local ulong16 wide;
  bytes[get_local_id(0) % 3] = 1;
  words[get_local_id(0) % 10] = 2;
  wide.s3 = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = bytes[0] + words[1] + wide.s3;
}
