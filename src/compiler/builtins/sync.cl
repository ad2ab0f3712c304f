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

// Scopes are not told apart: one cache-coherent memory holds everything. Local memory belongs to
// the one thread that runs the group: to order accesses to it needs nothing.
#define BEYOND_LOCAL(FLAGS) (((FLAGS) & ~CLK_LOCAL_MEM_FENCE) != 0)

void HD_OVERLOAD mem_fence(cl_mem_fence_flags flags) {
  if (BEYOND_LOCAL(flags)) __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
}

void HD_OVERLOAD read_mem_fence(cl_mem_fence_flags flags) {
  if (BEYOND_LOCAL(flags)) __c11_atomic_thread_fence(__ATOMIC_ACQUIRE);
}

void HD_OVERLOAD write_mem_fence(cl_mem_fence_flags flags) {
  if (BEYOND_LOCAL(flags)) __c11_atomic_thread_fence(__ATOMIC_RELEASE);
}

void HD_OVERLOAD atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
                                        memory_scope scope) {
  (void)scope;
  if (!BEYOND_LOCAL(flags)) return;
  if (order == memory_order_seq_cst)
    __c11_atomic_thread_fence(__ATOMIC_SEQ_CST);
  else if (order != memory_order_relaxed)
    __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
}
