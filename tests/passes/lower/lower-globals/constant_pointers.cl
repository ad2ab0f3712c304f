// Constants that hold addresses, and what they point to, lie in the program's block: an object has no relocations of its own.
// RUN: %cl %s | heddle-opt --kernel test --until lower-globals - | FileCheck %s
constant char* constant words[] = {"zero", "one"};
constant int steps[3] = {1, 2, 3};
constant int* constant inside = &steps[1];

// CHECK-NOT: @.str
// CHECK-NOT: @words
// CHECK-NOT: @steps
// CHECK-LABEL: define {{.*}}@test(
// CHECK: [[BASE:%.*]] = call ptr @__hd_globals()
// CHECK-DAG: %words = getelementptr inbounds {{.*}}i8, ptr [[BASE]], i64
kernel void test(global int* out, int i) { out[0] = words[i][1] + *inside + steps[i]; }
