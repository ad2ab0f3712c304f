// SPDX-License-Identifier: Apache-2.0
// cl_intel_subgroups, its _char, _short and _long, and cl_intel_subgroup_local_block_io, which are
// SPV_INTEL_subgroups in SPIR-V. Blocks of images are in image/image.py.
#include "hd.h"

uint HD_OVERLOAD get_max_sub_group_size(void);

// ---- Shuffles

#define SHUFFLES(T)                                                                          \
  T HD_CONVERGENT sub_group_shuffle(T x, uint lane);                                         \
  T HD_CONVERGENT sub_group_shuffle_xor(T x, uint mask);                                     \
  T HD_CONVERGENT intel_sub_group_shuffle(T x, uint lane) {                                  \
    return sub_group_shuffle(x, lane);                                                       \
  }                                                                                          \
  T HD_CONVERGENT intel_sub_group_shuffle_xor(T x, uint mask) {                              \
    return sub_group_shuffle_xor(x, mask);                                                   \
  }                                                                                          \
  T HD_CONVERGENT intel_sub_group_shuffle_down(T current, T next, uint delta) {              \
    const uint size = get_max_sub_group_size(), at = __hd_lane_id() + delta;                 \
    T here = sub_group_shuffle(current, at), there = sub_group_shuffle(next, at - size);     \
    return at < size ? here : there;                                                         \
  }                                                                                          \
  T HD_CONVERGENT intel_sub_group_shuffle_up(T previous, T current, uint delta) {            \
    const uint size = get_max_sub_group_size(), at = __hd_lane_id() - delta;                 \
    T here = sub_group_shuffle(current, at), there = sub_group_shuffle(previous, at + size); \
    return at < size ? here : there;                                                         \
  }

// Vectors go by halves; `JOIN` makes one of them.
#define HALVES(T, N, JOIN)                                                           \
  T##N HD_CONVERGENT intel_sub_group_shuffle(T##N x, uint lane) {                    \
    return JOIN(intel_sub_group_shuffle, T##N, x, x, lane);                          \
  }                                                                                  \
  T##N HD_CONVERGENT intel_sub_group_shuffle_xor(T##N x, uint mask) {                \
    return JOIN(intel_sub_group_shuffle_xor, T##N, x, x, mask);                      \
  }                                                                                  \
  T##N HD_CONVERGENT intel_sub_group_shuffle_down(T##N now, T##N next, uint delta) { \
    return JOIN##_2(intel_sub_group_shuffle_down, T##N, now, next, delta);           \
  }                                                                                  \
  T##N HD_CONVERGENT intel_sub_group_shuffle_up(T##N before, T##N now, uint delta) { \
    return JOIN##_2(intel_sub_group_shuffle_up, T##N, before, now, delta);           \
  }
#define EVEN(F, T, X, Y, BY) (T)(F(X.lo, BY), F(X.hi, BY))
#define EVEN_2(F, T, X, Y, BY) (T)(F(X.lo, Y.lo, BY), F(X.hi, Y.hi, BY))
#define ODD(F, T, X, Y, BY) (T)(F(X.xy, BY), F(X.z, BY))
#define ODD_2(F, T, X, Y, BY) (T)(F(X.xy, Y.xy, BY), F(X.z, Y.z, BY))
#define VECTOR_SHUFFLES(T) \
  SHUFFLES(T)              \
  HALVES(T, 2, EVEN)       \
  HALVES(T, 3, ODD)        \
  HALVES(T, 4, EVEN)       \
  HALVES(T, 8, EVEN)       \
  HALVES(T, 16, EVEN)
VECTOR_SHUFFLES(char)
VECTOR_SHUFFLES(uchar)
VECTOR_SHUFFLES(short)
VECTOR_SHUFFLES(ushort)
VECTOR_SHUFFLES(int)
VECTOR_SHUFFLES(uint)
VECTOR_SHUFFLES(long)
VECTOR_SHUFFLES(ulong)
VECTOR_SHUFFLES(half)
VECTOR_SHUFFLES(float)
VECTOR_SHUFFLES(double)

// ---- Small integers under other names

#define NAMESAKE(T, NAME)                       \
  T HD_CONVERGENT sub_group_##NAME(T x);        \
  T HD_CONVERGENT intel_sub_group_##NAME(T x) { \
    return sub_group_##NAME(x);                 \
  }
#define OPERATION(T, OP)           \
  NAMESAKE(T, reduce_##OP)         \
  NAMESAKE(T, scan_inclusive_##OP) \
  NAMESAKE(T, scan_exclusive_##OP)
#define SMALL(T)                                              \
  T HD_CONVERGENT sub_group_broadcast(T x, uint lane);        \
  T HD_CONVERGENT intel_sub_group_broadcast(T x, uint lane) { \
    return sub_group_broadcast(x, lane);                      \
  }                                                           \
  OPERATION(T, add)                                           \
  OPERATION(T, min)                                           \
  OPERATION(T, max)
SMALL(char)
SMALL(uchar)
SMALL(short)
SMALL(ushort)

// ---- Blocks of buffers: a row of the sub-group's elements, and the next one after it

// Each work-item has its own element of each row.
#define ROWS_1(F) F(0)
#define ROWS_2(F) F(0), F(1)
#define ROWS_4(F) ROWS_2(F), F(2), F(3)
#define ROWS_8(F) ROWS_4(F), F(4), F(5), F(6), F(7)
#define ROWS_16(F) ROWS_8(F), F(8), F(9), F(10), F(11), F(12), F(13), F(14), F(15)
#define LOAD(I) at[(I)*size]
#define STORE(I) at[(I)*size] = ((const private element*)&data)[I]

// The extension's restrictions ask for an alignment of four bytes only.
typedef ulong loose_ulong __attribute__((aligned(4)));
typedef uint loose_uint;
typedef ushort loose_ushort;
typedef uchar loose_uchar;

#define BLOCK(T, NAME, N, ROWS, SPACE)                                             \
  T##N HD_CONVERGENT intel_sub_group_block_read##NAME##N(const SPACE T* p) {       \
    const SPACE loose_##T* at = (const SPACE loose_##T*)p + __hd_lane_id();        \
    const size_t size = get_max_sub_group_size();                                  \
    return (T##N)(ROWS(LOAD));                                                     \
  }                                                                                \
  void HD_CONVERGENT intel_sub_group_block_write##NAME##N(SPACE T* p, T##N data) { \
    typedef T element;                                                             \
    SPACE loose_##T* at = (SPACE loose_##T*)p + __hd_lane_id();                    \
    const size_t size = get_max_sub_group_size();                                  \
    ROWS(STORE);                                                                   \
  }
#define SPACES(T, NAME, N, ROWS)  \
  BLOCK(T, NAME, N, ROWS, global) \
  BLOCK(T, NAME, N, ROWS, local)
#define BLOCKS(T, NAME)      \
  SPACES(T, NAME, , ROWS_1)  \
  SPACES(T, NAME, 2, ROWS_2) \
  SPACES(T, NAME, 4, ROWS_4) \
  SPACES(T, NAME, 8, ROWS_8) \
  SPACES(T, NAME, 16, ROWS_16)
BLOCKS(uint, )
BLOCKS(uint, _ui)
BLOCKS(uchar, _uc)
BLOCKS(ushort, _us)
BLOCKS(ulong, _ul)
