// SPDX-License-Identifier: Apache-2.0
// §6.13.7 vload<n> and vstore<n>: aligned to the element only. Three elements are three accesses,
// because a fourth could lie beyond the end of the buffer.
#include "hd.h"

#define UNALIGNED(N, T) typedef T##N unaligned_##T##N __attribute__((aligned(sizeof(T))));

#define LOAD(N, T, SPACE)                                      \
  T##N HD_OVERLOAD vload##N(size_t offset, const SPACE T* p) { \
    return *(const SPACE unaligned_##T##N*)(p + offset * N);   \
  }
#define LOAD3(T, SPACE)                                      \
  T##3 HD_OVERLOAD vload3(size_t offset, const SPACE T* p) { \
    const SPACE T* q = p + offset * 3;                       \
    return (T##3)(q[0], q[1], q[2]);                         \
  }
#define STORE(N, T, SPACE)                                        \
  void HD_OVERLOAD vstore##N(T##N x, size_t offset, SPACE T* p) { \
    *(SPACE unaligned_##T##N*)(p + offset * N) = x;               \
  }
#define STORE3(T, SPACE)                                        \
  void HD_OVERLOAD vstore3(T##3 x, size_t offset, SPACE T* p) { \
    SPACE T* q = p + offset * 3;                                \
    q[0] = x.x, q[1] = x.y, q[2] = x.z;                         \
  }

#define LOADS(T, SPACE) \
  LOAD(2, T, SPACE) LOAD3(T, SPACE) LOAD(4, T, SPACE) LOAD(8, T, SPACE) LOAD(16, T, SPACE)
#define STORES(T, SPACE) \
  STORE(2, T, SPACE) STORE3(T, SPACE) STORE(4, T, SPACE) STORE(8, T, SPACE) STORE(16, T, SPACE)

#define FUNCTIONS(T)                                                                            \
  UNALIGNED(2, T)                                                                               \
  UNALIGNED(4, T) UNALIGNED(8, T) UNALIGNED(16, T) LOADS(T, global) LOADS(T, local)             \
      LOADS(T, private) LOADS(T, constant) LOADS(T, generic) STORES(T, global) STORES(T, local) \
          STORES(T, private) STORES(T, generic)

FUNCTIONS(char)
FUNCTIONS(uchar)
FUNCTIONS(short)
FUNCTIONS(ushort)
FUNCTIONS(int)
FUNCTIONS(uint)
FUNCTIONS(long)
FUNCTIONS(ulong)
FUNCTIONS(float)
FUNCTIONS(double)
FUNCTIONS(half)
