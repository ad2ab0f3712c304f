// Each call of named_barrier_init has a place of its own in local memory, also those of one function, and the loop in which sub-groups wait
// yields once in each iteration, with -cl-no-subgroup-ifp as well.
// RUN: %cl %s | heddle-opt --kernel two --until place-named-barriers - | FileCheck --check-prefix=PLACES %s
// RUN: %cl %s | heddle-opt --kernel two --until settle-sub-groups --local-size=64,1,1 - | FileCheck --check-prefix=YIELDS %s
// RUN: %cl %s | heddle-opt --kernel two --until settle-sub-groups --no-sub-group-progress - | FileCheck --check-prefix=YIELDS %s

// PLACES-DAG: @named.barrier = internal addrspace(3) global [16 x i8]
// PLACES-DAG: @named.barrier.{{[0-9]+}} = internal addrspace(3) global [16 x i8]
// PLACES-NOT: @__hd_named_barrier
// YIELDS: call void @__hd_barrier(i32 {{.*}}0, i32 {{.*}}16)
// YIELDS-NOT: i32 {{.*}}16)
typedef struct __namedBarrier __namedBarrier;
local __namedBarrier* __attribute__((overloadable, convergent)) named_barrier_init(int count);
void __attribute__((overloadable, convergent)) work_group_named_barrier(local __namedBarrier* barrier, cl_mem_fence_flags flags);

local __namedBarrier* make(int count) { return named_barrier_init(count); }
kernel void two(global int* out) {
  local __namedBarrier* a = make(2);
  local __namedBarrier* b = make(3);
  work_group_named_barrier(get_sub_group_id() < 2 ? a : b, CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}
