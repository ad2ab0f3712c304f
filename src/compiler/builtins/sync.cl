// SPDX-License-Identifier: Apache-2.0
// §6.13.8 synchronisation functions and §6.13.11.3 fences.
#include "hd.h"

void HD_CONVERGENT barrier(cl_mem_fence_flags flags) {
  __hd_barrier(flags, memory_scope_work_group);
}

void HD_CONVERGENT work_group_barrier(cl_mem_fence_flags flags) {
  __hd_barrier(flags, memory_scope_work_group);
}

void HD_CONVERGENT work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  __hd_barrier(flags, scope);
}

// All scopes are treated alike: one cache-coherent memory holds everything. Local memory belongs to
// the one thread that runs the group, so ordering accesses to it needs no instruction.
#define BEYOND_LOCAL(FLAGS) (((FLAGS) & ~CLK_LOCAL_MEM_FENCE) != 0)

#define FENCE(FLAGS, ORDER)           \
  if (BEYOND_LOCAL(FLAGS))            \
    __c11_atomic_thread_fence(ORDER); \
  else                                \
    __hd_local_fence()

void HD_OVERLOAD mem_fence(cl_mem_fence_flags flags) {
  FENCE(flags, __ATOMIC_ACQ_REL);
}

void HD_OVERLOAD read_mem_fence(cl_mem_fence_flags flags) {
  FENCE(flags, __ATOMIC_ACQUIRE);
}

void HD_OVERLOAD write_mem_fence(cl_mem_fence_flags flags) {
  FENCE(flags, __ATOMIC_RELEASE);
}

void HD_OVERLOAD atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
                                        memory_scope scope) {
  (void)scope;
  if (order == memory_order_seq_cst) {
    FENCE(flags, __ATOMIC_SEQ_CST);
  } else if (order != memory_order_relaxed) {
    FENCE(flags, __ATOMIC_ACQ_REL);
  }
}
