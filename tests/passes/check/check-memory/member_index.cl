// An index of an array in a structure is compared with the array's size, too; one of an array that is an object is not.
// RUN: %cl %s | heddle-opt --kernel test --check memory --until check-memory - | FileCheck %s

// CHECK: icmp ult i64 %{{.*}}, %limit
// CHECK-NEXT: [[INDEX:%.*]] = icmp ult i64 %{{.*}}, 5
// CHECK-NEXT: and i1 %{{.*}}, [[INDEX]]
// CHECK-NOT: icmp ult i64 %{{.*}}, 7
typedef struct {
  int count, first[5], last[1];
} pair;
constant int table[7] = {1, 2, 3, 4, 5, 6, 7};
kernel void test(global pair* pairs, int i) {
  pairs->first[i] = table[i];
  pairs->last[i] = 1;
}
