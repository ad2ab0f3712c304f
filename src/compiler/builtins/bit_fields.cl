// SPDX-License-Identifier: Apache-2.0
// cl_khr_extended_bit_ops ([EX40]). Fields that reach beyond the type are undefined; `offset` may
// be the number of bits if `count` is 0.
#include "hd.h"

// A mask of `count` ones.
#define ONES(UT, BITS) (count ? (UT)((UT) ~(UT)0 >> (BITS - count)) : (UT)0)

// The arithmetic is in UT, as a left shift of a negative number is undefined.
#define BIT_FIELDS(N, T, ST, UT, BITS)                                                          \
  T##N HD_OVERLOAD bitfield_insert(T##N base, T##N insert, uint offset, uint count) {           \
    UT##N field = (UT##N)(UT)(ONES(UT, BITS) << (offset % BITS));                               \
    UT##N moved = __builtin_astype(insert, UT##N) << (UT##N)(UT)(offset % BITS);                \
    UT##N kept = __builtin_astype(base, UT##N) & ~field;                                        \
    UT##N result = kept | (moved & field);                                                      \
    return __builtin_astype(result, T##N);                                                      \
  }                                                                                             \
  UT##N HD_OVERLOAD bitfield_extract_unsigned(T##N base, uint offset, uint count) {             \
    UT##N moved = __builtin_astype(base, UT##N) >> (UT##N)(UT)(offset % BITS);                  \
    return moved & (UT##N)ONES(UT, BITS);                                                       \
  }                                                                                             \
  ST##N HD_OVERLOAD bitfield_extract_signed(T##N base, uint offset, uint count) {               \
    UT##N moved = __builtin_astype(base, UT##N) << (UT##N)(UT)((BITS - offset - count) % BITS); \
    ST##N result = __builtin_astype(moved, ST##N) >> (ST##N)(ST)((BITS - count) % BITS);        \
    return count ? result : (ST##N)0;                                                           \
  }                                                                                             \
  T##N HD_OVERLOAD bit_reverse(T##N x) {                                                        \
    return __builtin_elementwise_bitreverse(x);                                                 \
  }

HD_INTEGERS(HD_WIDTHS, BIT_FIELDS)
