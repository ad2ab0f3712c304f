// SPDX-License-Identifier: Apache-2.0
// §6.13.11 atomic functions of OpenCL C 2.0, and those of cl_ext_float_atomics. Only stores look at
// the order: where stores have a total order, every read-modify-write is sequentially consistent,
// and so is every load beside such stores. All scopes are treated alike.
#include "hd.h"

#define SEQ __ATOMIC_SEQ_CST
#define OBJECT(A, P) ((generic A*)(P))  // without volatile

// A definition without order, one with an order and one with order and scope.
#define THREE(R, NAME, BODY, ...)                                                      \
  R HD_OVERLOAD NAME(__VA_ARGS__)                                                      \
  BODY R HD_OVERLOAD NAME##_explicit(__VA_ARGS__, memory_order order) {                \
    (void)order;                                                                       \
    BODY                                                                               \
  }                                                                                    \
  R HD_OVERLOAD NAME##_explicit(__VA_ARGS__, memory_order order, memory_scope scope) { \
    (void)order, (void)scope;                                                          \
    BODY                                                                               \
  }

#define STORE(A, P, X, ORDER)                 \
  if ((ORDER) == memory_order_seq_cst)        \
    __c11_atomic_store(OBJECT(A, P), X, SEQ); \
  else                                        \
    __c11_atomic_store(OBJECT(A, P), X, __ATOMIC_RELEASE)

// X is the value of `x`.
#define STORES(A, O, T, X)                                                         \
  void HD_OVERLOAD atomic_store(volatile O* p, T x) {                              \
    __c11_atomic_store(OBJECT(A, p), X, SEQ);                                      \
  }                                                                                \
  void HD_OVERLOAD atomic_store_explicit(volatile O* p, T x, memory_order order) { \
    STORE(A, p, X, order);                                                         \
  }                                                                                \
  void HD_OVERLOAD atomic_store_explicit(volatile O* p, T x, memory_order order,   \
                                         memory_scope scope) {                     \
    (void)scope;                                                                   \
    STORE(A, p, X, order);                                                         \
  }

#define LOADS(A, O, T)                                                                            \
  THREE(                                                                                          \
      T, atomic_load, { return __c11_atomic_load(OBJECT(A, p), SEQ); }, volatile O* p)            \
  THREE(                                                                                          \
      T, atomic_exchange, { return __c11_atomic_exchange(OBJECT(A, p), x, SEQ); }, volatile O* p, \
      T x)

#define EXCHANGES(A, T)                              \
  void HD_OVERLOAD atomic_init(volatile A* p, T x) { \
    __c11_atomic_init(OBJECT(A, p), x);              \
  }                                                  \
  STORES(A, A, T, x) LOADS(A, A, T) COMPARE_EXCHANGE(A, T, strong) COMPARE_EXCHANGE(A, T, weak)

#define COMPARE(A, KIND) \
  return __c11_atomic_compare_exchange_##KIND(OBJECT(A, p), expected, x, SEQ, SEQ)
#define COMPARE_EXCHANGE(A, T, KIND)                                                 \
  bool HD_OVERLOAD atomic_compare_exchange_##KIND(volatile A* p, T* expected, T x) { \
    COMPARE(A, KIND);                                                                \
  }                                                                                  \
  bool HD_OVERLOAD atomic_compare_exchange_##KIND##_explicit(                        \
      volatile A* p, T* expected, T x, memory_order success, memory_order failure) { \
    (void)success, (void)failure;                                                    \
    COMPARE(A, KIND);                                                                \
  }                                                                                  \
  bool HD_OVERLOAD atomic_compare_exchange_##KIND##_explicit(                        \
      volatile A* p, T* expected, T x, memory_order success, memory_order failure,   \
      memory_scope scope) {                                                          \
    (void)success, (void)failure, (void)scope;                                       \
    COMPARE(A, KIND);                                                                \
  }

#define FETCH_FROM(A, O, T, OP, M)                                                        \
  THREE(                                                                                  \
      T, atomic_fetch_##OP, { return __c11_atomic_fetch_##OP(OBJECT(A, p), (T)x, SEQ); }, \
      volatile O* p, M x)
#define FETCH(A, T, OP, M) FETCH_FROM(A, A, T, OP, M)

#define INTEGER(A, T) \
  EXCHANGES(A, T)     \
  FETCH(A, T, add, T) \
  FETCH(A, T, sub, T) \
  FETCH(A, T, or, T) FETCH(A, T, xor, T) FETCH(A, T, and, T) FETCH(A, T, min, T) FETCH(A, T, max, T)

INTEGER(atomic_int, int)
INTEGER(atomic_uint, uint)
INTEGER(atomic_long, long)
INTEGER(atomic_ulong, ulong)
EXCHANGES(atomic_float, float)
EXCHANGES(atomic_double, double)

// cl_ext_float_atomics has functions for each address space. Minima and maxima ignore a quiet NaN,
// as LLVM's atomicrmw does.
#define FLOAT(A, O, T)        \
  FETCH_FROM(A, O, T, add, T) \
  FETCH_FROM(A, O, T, sub, T) FETCH_FROM(A, O, T, min, T) FETCH_FROM(A, O, T, max, T)
#define FLOATS(A, T) FLOAT(A, generic A, T) FLOAT(A, global A, T) FLOAT(A, local A, T)

FLOATS(atomic_half, half)
FLOATS(atomic_float, float)
FLOATS(atomic_double, double)

// Clang's table has stores of an atomic_half, its header stores of a half.
#define HALF(O)                   \
  STORES(atomic_half, O, half, x) \
  LOADS(atomic_half, O, half) STORES(atomic_half, O, atomic_half, *(half*)&x)

HALF(generic atomic_half)
HALF(global atomic_half)
HALF(local atomic_half)

// atomic_uintptr_t takes a ptrdiff_t.
FETCH(atomic_ulong, ulong, add, long)
FETCH(atomic_ulong, ulong, sub, long)

THREE(
    bool, atomic_flag_test_and_set,
    { return __c11_atomic_exchange(OBJECT(atomic_int, p), 1, SEQ) != 0; }, volatile atomic_flag* p)

void HD_OVERLOAD atomic_flag_clear(volatile atomic_flag* p) {
  __c11_atomic_store(OBJECT(atomic_int, p), 0, SEQ);
}

void HD_OVERLOAD atomic_flag_clear_explicit(volatile atomic_flag* p, memory_order order) {
  STORE(atomic_int, p, 0, order);
}

void HD_OVERLOAD atomic_flag_clear_explicit(volatile atomic_flag* p, memory_order order,
                                            memory_scope scope) {
  (void)scope;
  STORE(atomic_int, p, 0, order);
}
