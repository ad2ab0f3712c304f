// Program-scope variables become offsets from the program's block; constants without addresses stay in the object.
// RUN: %cl %s | heddle-opt --kernel test --until lower-globals - | FileCheck %s
global int first = 1;
global int second[4] = {2, 3, 4, 5};
global int* chosen = &second[2];
constant int table[3] = {7, 8, 9};
global int never_used;

// CHECK: @table = internal {{.*}}constant [3 x i32] [i32 7, i32 8, i32 9]
// CHECK-NOT: @first
// CHECK-NOT: @second
// CHECK-NOT: @chosen
// CHECK-NOT: @never_used
// CHECK-LABEL: define {{.*}}@test(
// CHECK: [[BASE:%.*]] = call ptr @__hd_globals()
// CHECK-DAG: %first = getelementptr inbounds {{.*}}i8, ptr [[BASE]], i64 {{[0-9]+}}
// CHECK-DAG: %chosen = getelementptr inbounds {{.*}}i8, ptr [[BASE]], i64 {{[0-9]+}}
// CHECK: load ptr, ptr %chosen
// CHECK: store i32 {{.*}}, ptr %first
kernel void test(global int* out, int i) {
  out[0] = *chosen + table[i];
  first = i;
}
