// SPDX-License-Identifier: Apache-2.0
// Barriers of some of a group's sub-groups (cl_khr_subgroup_named_barrier), under Intel's
// compiler's names for them.
#include "abi/numbers.h"
#include "hd.h"

// The state of such a barrier in local memory. Each call in the kernel has its own.
struct __namedBarrier {
  uint count;  // the number of participating sub-groups
  atomic_uint arrived;  // the number that has arrived
  atomic_uint uses;  // ends of the barrier, counted from any number
};
_Static_assert(sizeof(struct __namedBarrier) <= HD_NAMED_BARRIER_BYTES, "");

size_t HD_OVERLOAD get_local_linear_id(void);
uint HD_OVERLOAD get_num_sub_groups(void);

// Initialises a barrier; all work-items call it. `uses` stays: somebody may still wait for its last
// change.
local struct __namedBarrier* HD_CONVERGENT named_barrier_init(int count) {
  local struct __namedBarrier* barrier = __hd_named_barrier();
  if (get_local_linear_id() == 0) {
    barrier->count = (uint)count;
    __c11_atomic_store(&barrier->arrived, 0, __ATOMIC_RELAXED);
  }
  __hd_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  return barrier;
}

HD_INLINE uint uses_of(local struct __namedBarrier* barrier) {
  uint uses = __c11_atomic_load(&barrier->uses, __ATOMIC_RELAXED);
  return __hd_lanes_broadcast_u32(uses, 0);  // the same for all lanes: they go on together
}

void HD_CONVERGENT work_group_named_barrier(local struct __namedBarrier* barrier,
                                            cl_mem_fence_flags flags, memory_scope scope) {
  __hd_vector_barrier(flags, scope);
  const bool can_be_met = barrier->count - 1 < get_num_sub_groups();
  if (!can_be_met) __hd_service_fail(HD_FAILURE_NAMED_BARRIER);
  const uint uses = uses_of(barrier);
  if (__hd_lane_id() == 0 &&
      __c11_atomic_fetch_add(&barrier->arrived, 1, __ATOMIC_RELAXED) + 1 == barrier->count) {
    __c11_atomic_store(&barrier->arrived, 0, __ATOMIC_RELAXED);
    __c11_atomic_store(&barrier->uses, uses + 1, __ATOMIC_RELAXED);
  }
  while (can_be_met && uses_of(barrier) == uses) HD_YIELD();
  __hd_vector_barrier(flags, scope);
}

void HD_CONVERGENT work_group_named_barrier(local struct __namedBarrier* barrier,
                                            cl_mem_fence_flags flags) {
  work_group_named_barrier(barrier, flags, memory_scope_work_group);
}
