// SPDX-License-Identifier: Apache-2.0
// §6.12.11 of OpenCL C 1.2: atomic_*, and atom_* of the extensions cl_khr_*_int32_*_atomics and
// cl_khr_int64_*_atomics. They order no other accesses.
#include "hd.h"

// The cast drops volatile, which an atomic operation does not need.
#define OBJECT(SPACE, T, P) ((SPACE T*)(P))

#define BINARY(PREFIX, NAME, BUILTIN, SPACE, T)                          \
  T HD_OVERLOAD PREFIX##NAME(volatile SPACE T* p, T x) {                 \
    return __atomic_##BUILTIN(OBJECT(SPACE, T, p), x, __ATOMIC_RELAXED); \
  }

#define ATOMICS(PREFIX, SPACE, T)                                                           \
  BINARY(PREFIX, add, fetch_add, SPACE, T)                                                  \
  BINARY(PREFIX, sub, fetch_sub, SPACE, T)                                                  \
  BINARY(PREFIX, xchg, exchange_n, SPACE, T)                                                \
  BINARY(PREFIX, min, fetch_min, SPACE, T)                                                  \
  BINARY(PREFIX, max, fetch_max, SPACE, T)                                                  \
  BINARY(PREFIX, and, fetch_and, SPACE, T)                                                  \
  BINARY(PREFIX, or, fetch_or, SPACE, T)                                                    \
  BINARY(PREFIX, xor, fetch_xor, SPACE, T)                                                  \
  T HD_OVERLOAD PREFIX##inc(volatile SPACE T* p) {                                          \
    return __atomic_fetch_add(OBJECT(SPACE, T, p), 1, __ATOMIC_RELAXED);                    \
  }                                                                                         \
  T HD_OVERLOAD PREFIX##dec(volatile SPACE T* p) {                                          \
    return __atomic_fetch_sub(OBJECT(SPACE, T, p), 1, __ATOMIC_RELAXED);                    \
  }                                                                                         \
  T HD_OVERLOAD PREFIX##cmpxchg(volatile SPACE T* p, T expected, T x) {                     \
    __atomic_compare_exchange_n(OBJECT(SPACE, T, p), &expected, x, false, __ATOMIC_RELAXED, \
                                __ATOMIC_RELAXED);                                          \
    return expected;                                                                        \
  }

#define SPACES(PREFIX, T) ATOMICS(PREFIX, global, T) ATOMICS(PREFIX, local, T)

SPACES(atomic_, int)
SPACES(atomic_, uint)
SPACES(atom_, int)
SPACES(atom_, uint)
SPACES(atom_, long)
SPACES(atom_, ulong)

#define EXCHANGE_FLOAT(SPACE)                                                           \
  float HD_OVERLOAD atomic_xchg(volatile SPACE float* p, float x) {                     \
    return as_float(__atomic_exchange_n((SPACE int*)(p), as_int(x), __ATOMIC_RELAXED)); \
  }

EXCHANGE_FLOAT(global)
EXCHANGE_FLOAT(local)
