// SPDX-License-Identifier: Apache-2.0
// Atomic operations on half, float and double (cl_ext_float_atomics): every one in global and local memory and through
// generic pointers. Sums are of small whole numbers, exact in any order; NaNs do not count as minima or maxima.
// needs: cl_ext_float_atomics cl_khr_fp16 cl_khr_fp64
// per_item: 4
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "common.h"

#define OUT (out + ITEM * 4)
#define FIRST (ITEM - LID)
#define COUNT(I) ((I) % 5 + 1)

// The results of all work-items of a group are different, and a difference shows what each has
// added.
#define TICKETS(NAME, T, COUNTER)                                              \
  kernel void test_##NAME(global uint* out, volatile global atomic_##T* tmp) { \
    local atomic_##T counter;                                                  \
    if (LID == 0) atomic_store(&counter, (T)0);                                     \
    work_group_barrier(CLK_LOCAL_MEM_FENCE);                                   \
    const uint up = (uint)atomic_fetch_add(COUNTER, (T)1);                     \
    const uint order = LID % 3;                                                \
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);            \
    out[(FIRST + up) * 4] = hash(up);                                          \
    const uint down = (uint)atomic_fetch_sub_explicit(                         \
        COUNTER, (T)1, order ? memory_order_relaxed : memory_order_acq_rel);   \
    out[(FIRST + down - 1) * 4 + 1] = down;                                    \
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);            \
    if (hash(LID) & 1)                                                         \
      atomic_fetch_add_explicit(COUNTER, (T)COUNT(LID), memory_order_seq_cst,  \
                                memory_scope_work_group);                      \
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);            \
    OUT[2] = (uint)atomic_fetch_sub(COUNTER, (T)0);                            \
  }                                                                            \
  kernel void expect_##NAME(global uint* out, global const ulong* nd) {        \
    OUT[0] = hash(LID);                                                        \
    OUT[1] = LID + 1;                                                          \
    uint sum = 0;                                                              \
    for (uint i = 0; i < SIZE; ++i) sum += hash(i) & 1 ? COUNT(i) : 0;         \
    OUT[2] = sum;                                                              \
  }

#define GLOBAL (tmp + get_group_id(0))
#define GENERIC(T) \
  (get_group_id(0) & 1 ? (volatile atomic_##T*)&counter : (volatile atomic_##T*)GLOBAL)
TICKETS(local_half, half, &counter)
TICKETS(local_float, float, &counter)
TICKETS(local_double, double, &counter)
TICKETS(global_half, half, GLOBAL)
TICKETS(global_float, float, GLOBAL)
TICKETS(global_double, double, GLOBAL)
TICKETS(generic_half, half, GENERIC(half))
TICKETS(generic_float, float, GENERIC(float))
TICKETS(generic_double, double, GENERIC(double))

// A work-item in four has no number. Some groups begin with none, and stay so if nobody has one.
#define VALUE(I) ((int)(hash(I) % 2000) - 1000)
#define HAS_NONE(I) (hash((I) + 7) % 4 == 0)
#define EXTREMES(NAME, T, LOWEST, HIGHEST)                                                         \
  kernel void test_##NAME(global uint* out, volatile global atomic_##T* tmp) {                     \
    local atomic_##T lows, highs;                                                                  \
    if (LID == 0) {                                                                                \
      const T begin = get_group_id(0) & 1 ? (T)NAN : (T)3;                                         \
      atomic_store_explicit(LOWEST, begin, memory_order_relaxed);                                  \
      atomic_store_explicit(HIGHEST, begin, memory_order_relaxed);                                 \
    }                                                                                              \
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                                \
    const T mine = HAS_NONE(ITEM) ? (T)NAN : (T)VALUE(ITEM);                                       \
    const T low = atomic_fetch_min(LOWEST, mine);                                                  \
    const T high = atomic_fetch_max_explicit(HIGHEST, mine, memory_order_relaxed);                 \
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                                \
    const T least = atomic_fetch_min_explicit(LOWEST, (T)NAN, memory_order_acquire);               \
    const T most =                                                                                 \
        atomic_fetch_max_explicit(HIGHEST, (T)NAN, memory_order_release, memory_scope_work_group); \
    OUT[0] = isnan(least) ? 12345 : (uint)(int)least;                                              \
    OUT[1] = isnan(most) ? 12345 : (uint)(int)most;                                                \
    OUT[2] = isnan(low) || low >= least;                                                           \
    OUT[3] = isnan(high) || high <= most;                                                          \
  }                                                                                                \
  kernel void expect_##NAME(global uint* out, global const ulong* nd) {                            \
    const bool begins = !(get_group_id(0) & 1);                                                    \
    bool any = begins;                                                                             \
    int least = begins ? 3 : 5000, most = begins ? 3 : -5000;                                      \
    for (uint i = FIRST; i < FIRST + SIZE; ++i) {                                                  \
      if (HAS_NONE(i)) continue;                                                                   \
      any = true;                                                                                  \
      least = min(least, VALUE(i));                                                                \
      most = max(most, VALUE(i));                                                                  \
    }                                                                                              \
    OUT[0] = any ? (uint)least : 12345;                                                            \
    OUT[1] = any ? (uint)most : 12345;                                                             \
    OUT[2] = OUT[3] = 1;                                                                           \
  }

#define PLACE (tmp + get_group_id(0) * 2)
EXTREMES(local_half_extremes, half, &lows, &highs)
EXTREMES(local_float_extremes, float, &lows, &highs)
EXTREMES(local_double_extremes, double, &lows, &highs)
EXTREMES(global_half_extremes, half, PLACE, PLACE + 1)
EXTREMES(global_float_extremes, float, PLACE, PLACE + 1)
EXTREMES(global_double_extremes, double, PLACE, PLACE + 1)

// What everybody found, and what is left, is what was there and what everybody brought.
#define EXCHANGES(NAME, T, PLACE)                                                            \
  kernel void test_##NAME(global uint* out, volatile global atomic_##T* tmp) {               \
    local atomic_##T held;                                                                   \
    local atomic_uint sum;                                                                   \
    if (LID == 0) {                                                                          \
      atomic_store(PLACE, (T)77);                                                            \
      atomic_store(&sum, 0u);                                                                \
    }                                                                                        \
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                          \
    const T found = LID & 1 ? atomic_exchange(PLACE, (T)LID)                                 \
                            : atomic_exchange_explicit(PLACE, (T)LID, memory_order_relaxed); \
    atomic_fetch_add(&sum, (uint)found);                                                     \
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                          \
    OUT[0] = atomic_load(&sum) + (uint)atomic_load_explicit(PLACE, memory_order_acquire);    \
  }                                                                                          \
  kernel void expect_##NAME(global uint* out, global const ulong* nd) {                      \
    OUT[0] = 77 + SIZE * (SIZE - 1) / 2;                                                     \
  }

EXCHANGES(local_half_exchanges, half, &held)
EXCHANGES(local_float_exchanges, float, &held)
EXCHANGES(global_half_exchanges, half, GLOBAL)
EXCHANGES(global_double_exchanges, double, GLOBAL)
EXCHANGES(generic_half_exchanges, half,
          (get_group_id(0) & 1 ? (volatile atomic_half*)&held : (volatile atomic_half*)GLOBAL))
