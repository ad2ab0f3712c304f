// SPDX-License-Identifier: Apache-2.0
// Sub-groups that wait for each other: they make progress independently (cl_khr_subgroups), and such kernels end, whatever way
// they are compiled.
// dims: 1 2
// per_item: 4
// local: 64
// needs: cl_khr_subgroups
#include "sub_group/common.h"

// Each sub-group but the last waits for the one behind it.
kernel void test_chain(global uint* out) {
  local atomic_uint turn;
  if (ME == 0) atomic_store(&turn, get_num_sub_groups());
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = sub_group_reduce_add(value_of(ME)), want = 0;
  if (get_sub_group_local_id() == 0) {
    while (atomic_load(&turn) != get_sub_group_id() + 1) {
    }
    atomic_store(&turn, get_sub_group_id());
  }
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = FIRST; i < END; ++i) want += value_of(i);
  DIFFERENCE(sum - want, FIRST + get_sub_group_local_id() - ME, 0, 0);
}
NO_DIFFERENCE(chain)

// The same with volatile memory, and the functions behind the loop.
kernel void test_flags(global uint* out, local volatile uint* flags) {
  flags[ME] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  bool done = get_sub_group_id() + 1 == get_num_sub_groups();
  uint iterations = 0;
  while (!done) {
    if (flags[get_sub_group_id() + 1]) done = true;
    ++iterations;
  }
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  flags[get_sub_group_id()] = 1;
  uint mine = value_of(ME), before = 0;
  for (uint i = FIRST; i < ME; ++i) before += value_of(i);
  DIFFERENCE(sub_group_scan_exclusive_add(mine) - before, sub_group_broadcast(mine, get_sub_group_size() - 1) - value_of(END - 1),
             (sub_group_any(1) == 0) + (sub_group_all(iterations < 0xffffffff) == 0), 0);
}
NO_DIFFERENCE(flags)

// No wait: a value that is tried again until nobody was faster.
kernel void test_retry(global uint* out) {
  local uint sum;
  if (ME == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint seen = sum, assumed;
  do {
    assumed = seen;
    seen = atomic_cmpxchg((volatile local uint*)&sum, assumed, assumed + value_of(ME));
  } while (seen != assumed);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint want = 0;
  for (uint i = 0; i < ALL; ++i) want += value_of(i);
  DIFFERENCE(sum - want, FIRST + get_sub_group_local_id() - ME, 0, 0);
}
NO_DIFFERENCE(retry)

// A lock that one work-item of each sub-group takes. It is held until all sub-groups want it, so that all others find it taken.
kernel void test_lock(global uint* out) {
  local volatile uint lock, come;
  local uint sum;
  if (ME == 0) lock = come = sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint mine = sub_group_reduce_add(value_of(ME)), want = 0, kept[5];
  for (uint i = 0; i < 5; ++i) kept[i] = mine * i;
  if (get_sub_group_local_id() == 0) {
    atomic_inc(&come);
    while (atomic_cmpxchg(&lock, 0, 1) != 0) {
    }
    while (atomic_or(&come, 0) < get_num_sub_groups()) {
    }
    sum += mine;
    atomic_xchg(&lock, 0);
  }
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < ALL; ++i) want += value_of(i);
  DIFFERENCE(sum - want, kept[mine % 5] - mine * (mine % 5), FIRST + get_sub_group_local_id() - ME, 0);
}
NO_DIFFERENCE(lock)

// A token goes round, in global memory, and all work-items of a sub-group wait for it. Barriers stand between the rounds.
kernel void test_ring(global uint* out) {
  const size_t x = get_global_id(0) - get_local_id(0) - get_global_offset(0),
               y = get_global_id(1) - get_local_id(1) - get_global_offset(1);
  volatile global uint* turn = out + 4 * (y * get_global_size(0) + x);
  local uint token;
  uint waits = 0, right = 0, n = get_num_sub_groups();
  if (ME == 0) token = 1, *turn = 0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (uint round = 0; round < 3; ++round) {
    for (uint step = 0; step < 2; ++step) {
      const uint mine = (round * 2 + step) * n + n - 1 - get_sub_group_id();
      while (atomic_add(turn, 0) != mine) ++waits;
      if (sub_group_reduce_min(ME) == ME) {
        token = hash(token + mine);
        mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        atomic_inc(turn);
      }
      sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    uint want = 1;
    for (uint i = 0; i < (round + 1) * 2 * n; ++i) want = hash(want + i);
    right += token == want;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  DIFFERENCE(right - 3, waits == 0xffffffff, 0, 0);
}
NO_DIFFERENCE(ring)

// Of three and more sub-groups the last one opens and returns, every other one waits for the rest, which go on to the barrier.
kernel void test_parted(global uint* out) {
  local atomic_uint open;
  local atomic_uint through;
  const uint id = get_sub_group_id(), n = get_num_sub_groups();
  const bool leads = get_sub_group_local_id() == 0;
  if (ME == 0) atomic_init(&open, 0), atomic_init(&through, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  DIFFERENCE(0, 0, 0, 0);
  if (n < 3) return;
  if (id + 1 == n) {
    if (leads) atomic_fetch_add(&open, 1);
    return;
  }
  if (leads && id % 2 != 0) atomic_fetch_add(&open, 1);
  if (leads && id % 2 == 0) {
    uint seen;
    do seen = atomic_load(&open);
    while (seen < (n - 1) / 2 + 1);
    atomic_fetch_add(&through, 1);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  DIFFERENCE(atomic_load(&through) - n / 2, sub_group_reduce_add(1u) - get_sub_group_size(), 0, 0);
}
NO_DIFFERENCE(parted)

// What is handed on is plain memory, ordered by fences of local memory alone.
kernel void test_handed(global uint* out) {
  local volatile uint turn;
  local uint count, last;
  if (ME == 0) turn = count = 0, last = 77;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint mine = get_num_sub_groups() - 1 - get_sub_group_id(), before = count;
  uint seen = mine, from = 77;
  if (get_sub_group_local_id() == 0) {
    while (atomic_add(&turn, 0) != mine) {
    }
    read_mem_fence(CLK_LOCAL_MEM_FENCE);
    seen = count;
    from = last;
    count = seen + 1;
    last = mine;
    write_mem_fence(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&turn);
  }
  seen = sub_group_broadcast(seen, 0);
  from = sub_group_broadcast(from, 0);
  DIFFERENCE(seen - mine, from - (mine ? mine - 1 : 77), before > mine, 0);
}
NO_DIFFERENCE(handed)

// Too much code for vectors, between the waits and in them.
#define STEP(K) x = (x ^ (x >> (K % 13 + 3))) * (2 * K + 0x7feb352du) + (x & 1 ? k : x << (K % 5));
#define STEPS(K) STEP(K) STEP(K + 1) STEP(K + 2) STEP(K + 3) STEP(K + 4) STEP(K + 5) STEP(K + 6) STEP(K + 7)
#define MANY(K) STEPS(K) STEPS(K + 8) STEPS(K + 16) STEPS(K + 24) STEPS(K + 32) STEPS(K + 40) STEPS(K + 48) STEPS(K + 56)
uint much(uint x, uint k) {
  MANY(0)
  MANY(100)
  MANY(200)
  MANY(300)
  return x;
}
kernel void test_large(global uint* out) {
  local atomic_uint turn;
  local uint sum;
  const uint mine = value_of(ME), k = mine % 100;
  if (ME == 0) atomic_init(&turn, 0), sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint x = much(mine, k), right = 0, waited = 0;
  const uint all = sub_group_reduce_add(x), next = get_num_sub_groups() - 1 - get_sub_group_id();
  if (get_sub_group_local_id() == 0) {
    while (atomic_load(&turn) != next) waited = much(waited, k);
    sum += all;
    atomic_store(&turn, next + 1);
  }
  x = much(x, k + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < ALL; ++i) right += much(value_of(i), value_of(i) % 100);
  DIFFERENCE(sum - right, x - much(much(mine, k), k + 1), waited == 0xffffffff, 0);
}
NO_DIFFERENCE(large)
