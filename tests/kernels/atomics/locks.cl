// SPDX-License-Identifier: Apache-2.0
// Work-items that wait for one another in loops: locks and turns, which work where one item runs behind the other, and
// exchanges in loops that always advance. A lane must not wait for another one of its vector.
// sizes: 1..9 16 17 32 33 64 67
// groups: uniform
// extra: 8
// expect: single
#include "common.h"

// Legacy atomics order nothing but themselves.
#define GUARDED(...)                \
  mem_fence(CLK_GLOBAL_MEM_FENCE); \
  __VA_ARGS__;                     \
  mem_fence(CLK_GLOBAL_MEM_FENCE)

// The lock is freed behind the loop.
kernel void test_spin(global uint* out, global uint* tmp, uint n) {
  volatile global uint* lock = tmp;
  while (atomic_cmpxchg(lock, 0u, 1u) != 0) {}
  GUARDED(out[n] = out[n] * 3 + 1);
  atomic_xchg(lock, 0u);
  out[ITEM] = 1;
}
kernel void expect_spin(global uint* out, global const ulong* nd) {
  ulong n = nd[10];
  for (uint item = 0; item < n; ++item) {
    out[n] = out[n] * 3 + 1;
    out[item] = 1;
  }
}

// Freed inside of the loop.
kernel void test_spin_inside(global uint* out, global uint* tmp, uint n) {
  volatile global uint* lock = tmp;
  bool done = false;
  while (!done) {
    if (atomic_xchg(lock, 1u) == 0) {
      GUARDED(out[n] = out[n] * 3 + 1);
      atomic_xchg(lock, 0u);
      done = true;
    }
  }
  out[ITEM] = 1;
}
kernel void expect_spin_inside(global uint* out, global const ulong* nd) {
  ulong n = nd[10];
  for (uint item = 0; item < n; ++item) {
    out[n] = out[n] * 3 + 1;
    out[item] = 1;
  }
}

// The lock is no part of the condition that ends the loop, but decides whether an iteration comes to it.
kernel void test_chosen(global uint* out, global uint* tmp, uint n) {
  volatile global uint* lock = tmp;
  uint times = 0, wanted = hash(ITEM) % 3;
  while (true) {
    if (atomic_xchg(lock, 1u) == 0) {
      GUARDED(out[n] = out[n] * 3 + 1);
      if (times++ == wanted) break;
      atomic_xchg(lock, 0u);
    }
  }
  GUARDED(out[n + 1] += 1);
  atomic_xchg(lock, 0u);
  out[ITEM] = 1;
}
kernel void expect_chosen(global uint* out, global const ulong* nd) {
  ulong n = nd[10];
  for (uint item = 0; item < n; ++item) {
    for (uint times = 0; times <= hash(item) % 3; ++times) out[n] = out[n] * 3 + 1;
    out[n + 1] += 1;
    out[item] = 1;
  }
}

// Several times, under a condition, a lock in local memory.
kernel void test_local_lock(global uint* out, uint n) {
  local atomic_int lock;
  local uint sum;
  if (LID == 0) {
    atomic_init(&lock, 0);
    sum = 0;
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  for (uint iteration = 0; iteration < hash(ITEM) % 4; ++iteration) {
    int expected = 0;
    while (!atomic_compare_exchange_weak(&lock, &expected, 1)) expected = 0;
    sum += ITEM + iteration;
    atomic_store(&lock, 0);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = sum;
}
kernel void expect_local_lock(global uint* out, global const ulong* nd) {
  ulong n = nd[10], size = nd[3];
  for (uint group = 0; group < n / size; ++group) {
    uint sum = 0;
    for (uint item = group * size; item < (group + 1) * size; ++item) {
      for (uint iteration = 0; iteration < hash(item) % 4; ++iteration) sum += item + iteration;
    }
    for (uint item = group * size; item < (group + 1) * size; ++item) out[item] = sum;
  }
}

// A turn for each: the read in the loop is a plain volatile one.
kernel void test_tickets(global uint* out, global uint* tmp, uint n) {
  volatile global uint *next = tmp, *serving = tmp + 1;
  uint ticket = atomic_inc(next);
  while (*serving != ticket) {}
  GUARDED(out[n] = out[n] * 5 + 2);
  atomic_inc(serving);
  out[ITEM] = 1;
}
kernel void expect_tickets(global uint* out, global const ulong* nd) {
  ulong n = nd[10];
  for (uint item = 0; item < n; ++item) {
    out[n] = out[n] * 5 + 2;
    out[item] = 1;
  }
}

// One bit of a word, by test and exchange of what was read without it.
kernel void test_bit(global uint* out, global uint* tmp, uint n) {
  volatile global uint* word = tmp;
  uint old;
  do {
    old = *word & ~1u;
  } while (atomic_cmpxchg(word, old, old | 1) != old);
  GUARDED(out[n] = out[n] * 7 + 1);
  atomic_add(word, 1u);
  out[ITEM] = 1;
}
kernel void expect_bit(global uint* out, global const ulong* nd) {
  ulong n = nd[10];
  for (uint item = 0; item < n; ++item) {
    out[n] = out[n] * 7 + 1;
    out[item] = 1;
  }
}

// A semaphore with one place; the one that fails puts back what it took.
kernel void test_semaphore(global uint* out, global int* tmp, uint n) {
  volatile global int* places = tmp;
  while (atomic_inc(places) > 0) atomic_dec(places);
  GUARDED(out[n] = out[n] * 3 + 2);
  atomic_dec(places);
  out[ITEM] = 1;
}
kernel void expect_semaphore(global uint* out, global const ulong* nd) {
  ulong n = nd[10];
  for (uint item = 0; item < n; ++item) {
    out[n] = out[n] * 3 + 2;
    out[item] = 1;
  }
}

// The first item of a group tells the others.
kernel void test_flag(global uint* out, uint n) {
  local atomic_uint flag;
  if (LID == 0) atomic_init(&flag, 0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (LID == 0) {
    atomic_store(&flag, ITEM + 1);
  } else {
    while (atomic_load(&flag) == 0) {}
  }
  out[ITEM] = atomic_load(&flag);
}
kernel void expect_flag(global uint* out, global const ulong* nd) {
  ulong n = nd[10], size = nd[3];
  for (uint item = 0; item < n; ++item) out[item] = item - item % size + 1;
}

// No waiting: what was read is exchanged in each iteration.
kernel void test_float_add(global float* out, uint n) {
  volatile global float* sum = out + n + hash(ITEM) % 4;
  union { float f; uint u; } old, new;
  do {
    old.f = *sum;
    new.f = (as_uint(old.f) == 0xc5c5c5c5 ? 0 : old.f) + (float)(ITEM % 8);
  } while (atomic_cmpxchg((volatile global uint*)sum, old.u, new.u) != old.u);
  out[ITEM] = 1;
}
kernel void expect_float_add(global float* out, global const ulong* nd) {
  ulong n = nd[10];
  for (uint item = 0; item < n; ++item) {
    global float* sum = out + n + hash(item) % 4;
    *sum = (as_uint(*sum) == 0xc5c5c5c5 ? 0 : *sum) + (float)(item % 8);
    out[item] = 1;
  }
}

// By atomic_xchg: each carries on what it took out.
kernel void test_exchange_add(global float* out, global uint* tmp, uint n) {
  volatile global float* sum = (volatile global float*)tmp;
  float rest = (float)(ITEM % 8);
  while ((rest = atomic_xchg(sum, atomic_xchg(sum, 0.0f) + rest)) != 0.0f) {}
  out[ITEM] = 1;
  if (ITEM == 0) out[n] = 1;
}
kernel void expect_exchange_add(global float* out, global const ulong* nd) {
  ulong n = nd[10];
  for (uint item = 0; item < n; ++item) out[item] = 1;
  out[n] = 1;
}

// A maximum that stops as soon as it is reached.
kernel void test_maximum(global uint* out, uint n) {
  volatile global uint* most = out + n;
  uint mine = hash(ITEM), old = *most;
  while (old < mine) {
    uint now = atomic_cmpxchg(most, old, mine);
    if (now == old) break;
    old = now;
  }
  out[ITEM] = 1;
}
kernel void expect_maximum(global uint* out, global const ulong* nd) {
  ulong n = nd[10];
  for (uint item = 0; item < n; ++item) {
    out[n] = max(out[n], hash(item));
    out[item] = 1;
  }
}

// Places of a table: the next one where one is taken.
kernel void test_table(global uint* out, global uint* tmp, uint n) {
  uint place = hash(ITEM) % (2 * n);
  while (atomic_cmpxchg((volatile global uint*)tmp + place, 0u, ITEM + 1) != 0)
    place = (place + 1) % (2 * n);
  out[ITEM] = 1;
}
kernel void expect_table(global uint* out, global const ulong* nd) {
  ulong n = nd[10];
  for (uint item = 0; item < n; ++item) out[item] = 1;
}

// Work is taken off a counter until none is left.
kernel void test_queue(global uint* out, global uint* tmp, uint n) {
  uint i;
  while ((i = atomic_inc((volatile global uint*)tmp)) < n) out[i] = hash(i);
}
kernel void expect_queue(global uint* out, global const ulong* nd) {
  ulong n = nd[10];
  for (uint item = 0; item < n; ++item) out[item] = hash(item);
}
