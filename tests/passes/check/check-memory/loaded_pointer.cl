// A pointer that is read under a check is the check's value afterwards, for the report of an access through it, too.
// RUN: %cl %s | heddle-opt --kernel test --check memory --until check-memory - | FileCheck %s

// CHECK: [[READ:%.*]] = load ptr addrspace(1), ptr addrspace(1) %arrayidx
// CHECK: [[POINTER:%.*]] = phi ptr addrspace(1) [ [[READ]], %{{.*}} ], [ null, %{{.*}} ]
// CHECK: ptrtoint ptr addrspace(1) [[POINTER]] to i64
// CHECK-NOT: ptrtoint ptr addrspace(1) [[READ]]
// CHECK: ret void
typedef struct {
  global int* at;
} node;
kernel void test(global int* out, global const node* nodes) { *out = *nodes[get_global_id(0)].at; }
