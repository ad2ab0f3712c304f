// SPDX-License-Identifier: Apache-2.0
// Atomics of OpenCL C 2.0: every operation, orders and scopes, on global, local and program-scope variables, on generic
// pointers.
// extra: 16
// expect: single
#include "common.h"

kernel void test_operations(global uint* out, uint n) {
  volatile global atomic_uint* at = (volatile global atomic_uint*)(out + n);
  uint h = hash(ITEM);
  out[ITEM] = 2;
  atomic_fetch_add(at, h);
  atomic_fetch_sub_explicit(at + 1, h, memory_order_relaxed);
  atomic_fetch_or_explicit(at + 2, h & 0xf0, memory_order_acq_rel, memory_scope_device);
  atomic_fetch_xor(at + 3, h);
  atomic_fetch_and_explicit(at + 4, ~(h & 0xf), memory_order_seq_cst, memory_scope_device);
  atomic_fetch_min(at + 5, h);
  atomic_fetch_max_explicit(at + 6, h, memory_order_release, memory_scope_all_svm_devices);
  atomic_fetch_max((volatile global atomic_int*)at + 7, (int)h);
  if (h & 1) atomic_fetch_add_explicit(at + 8, 3u, memory_order_acquire);
}
kernel void expect_operations(global uint* out, global const ulong* nd) {
  uint n = nd[10];
  global uint* at = out + n;
  for (uint item = 0; item < n; ++item) {
    uint h = hash(item);
    out[item] = 2;
    at[0] += h;
    at[1] -= h;
    at[2] |= h & 0xf0;
    at[3] ^= h;
    at[4] &= ~(h & 0xf);
    at[5] = min(at[5], h);
    at[6] = max(at[6], h);
    at[7] = (uint)max((int)at[7], (int)h);
    at[8] += h & 1 ? 3 : 0;
  }
}

kernel void test_exchange(global uint* out, uint n) {
  local atomic_uint next;
  local atomic_int flag;
  if (LID == 0) {
    atomic_init(&next, 0);
    atomic_store_explicit(&flag, -5, memory_order_relaxed);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  // A ticket by compare and exchange, weak and strong.
  uint expected = atomic_load(&next);
  if (LID % 2) {
    while (!atomic_compare_exchange_weak(&next, &expected, expected + 1)) {}
  } else {
    while (!atomic_compare_exchange_strong_explicit(&next, &expected, expected + 1, memory_order_acq_rel,
                                                    memory_order_acquire, memory_scope_work_group)) {}
  }
  int old = atomic_exchange(&flag, (int)LID);
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  if (old == -5) atomic_fetch_add((volatile global atomic_uint*)(out + n), 1u);
  out[ITEM - LID + expected] = atomic_load_explicit(&next, memory_order_acquire) * 3 + expected;
}
kernel void expect_exchange(global uint* out, global const ulong* nd) {
  for (uint item = 0; item < nd[10]; ++item) {
    uint first = item / nd[3] * nd[3], size = min(nd[3], nd[10] - first);
    out[item] = size * 3 + item - first;
    if (item == first) ++out[nd[10]];
  }
}

// Flags, floats, pointers to either kind of memory.
uint bump(volatile atomic_uint* where, uint by) { return atomic_fetch_add_explicit(where, by, memory_order_relaxed); }
kernel void test_generic(global uint* out, uint n) {
  local atomic_uint mine;
  local atomic_flag flag;
  local uint winners;
  if (LID == 0) {
    atomic_init(&mine, 0);
    atomic_flag_clear(&flag);
    winners = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  bool odd = hash(ITEM) & 1;
  bump(odd ? (volatile atomic_uint*)&mine : (volatile atomic_uint*)(out + n), 2);
  if (!atomic_flag_test_and_set(&flag)) winners += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = atomic_load(&mine) * 10 + winners;
}
kernel void expect_generic(global uint* out, global const ulong* nd) {
  for (uint item = 0; item < nd[10]; ++item) {
    uint first = item / nd[3] * nd[3], size = min(nd[3], nd[10] - first), odd = 0;
    for (uint i = 0; i < size; ++i) odd += hash(first + i) & 1;
    out[item] = odd * 20 + 1;
    out[nd[10]] += hash(item) & 1 ? 0 : 2;
  }
}

// Fences with relaxed atomics: what was written before is seen after.
kernel void test_fences(global uint* out) {
  local atomic_uint ready;
  local uint message;
  if (LID == 0) atomic_init(&ready, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (LID == SIZE - 1) {
    message = ITEM;
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
    atomic_store_explicit(&ready, 1, memory_order_relaxed, memory_scope_work_group);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint seen = atomic_load_explicit(&ready, memory_order_relaxed, memory_scope_work_group);
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
  out[ITEM] = seen ? message : 0;
}
kernel void expect_fences(global uint* out, global const ulong* nd) {
  for (uint item = 0; item < nd[10]; ++item) {
    uint first = item / nd[3] * nd[3];
    out[item] = first + min(nd[3], nd[10] - first) - 1;
  }
}
