// SPDX-License-Identifier: Apache-2.0
// §6.13.11 atomic functions of OpenCL C 2.0. An order only matters for stores: on x86 every
// read-modify-write is sequentially consistent, and so is every load beside such stores. Scopes are
// not told apart.
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

#define EXCHANGES(A, T)                                                                           \
  void HD_OVERLOAD atomic_init(volatile A* p, T x) {                                              \
    __c11_atomic_init(OBJECT(A, p), x);                                                           \
  }                                                                                               \
  void HD_OVERLOAD atomic_store(volatile A* p, T x) {                                             \
    __c11_atomic_store(OBJECT(A, p), x, SEQ);                                                     \
  }                                                                                               \
  void HD_OVERLOAD atomic_store_explicit(volatile A* p, T x, memory_order order) {                \
    STORE(A, p, x, order);                                                                        \
  }                                                                                               \
  void HD_OVERLOAD atomic_store_explicit(volatile A* p, T x, memory_order order,                  \
                                         memory_scope scope) {                                    \
    (void)scope;                                                                                  \
    STORE(A, p, x, order);                                                                        \
  }                                                                                               \
  THREE(T, atomic_load, { return __c11_atomic_load(OBJECT(A, p), SEQ); }, volatile A* p)          \
  THREE(                                                                                          \
      T, atomic_exchange, { return __c11_atomic_exchange(OBJECT(A, p), x, SEQ); }, volatile A* p, \
      T x)                                                                                        \
  COMPARE_EXCHANGE(A, T, strong) COMPARE_EXCHANGE(A, T, weak)

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

#define FETCH(A, T, OP, M)                                                                \
  THREE(                                                                                  \
      T, atomic_fetch_##OP, { return __c11_atomic_fetch_##OP(OBJECT(A, p), (T)x, SEQ); }, \
      volatile A* p, M x)

#define INTEGER(A, T)                                                            \
  EXCHANGES(A, T)                                                                \
  FETCH(A, T, add, T)                                                            \
  FETCH(A, T, sub, T)                                                            \
  FETCH(A, T, or, T) FETCH(A, T, xor, T) FETCH(A, T, and, T) FETCH(A, T, min, T) \
      FETCH(A, T, max, T)

INTEGER(atomic_int, int)
INTEGER(atomic_uint, uint)
INTEGER(atomic_long, long)
INTEGER(atomic_ulong, ulong)
EXCHANGES(atomic_float, float)
EXCHANGES(atomic_double, double)

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
