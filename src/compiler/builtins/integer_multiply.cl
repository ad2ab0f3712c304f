// SPDX-License-Identifier: Apache-2.0
// §6.13.3 mul_hi, mad_hi, mad_sat, mul24, mad24, upsample.
#include "hd.h"

#define WIDEN(X, WT) __builtin_convertvector(X, WT)
#define WIDEN_SCALAR(X, WT) ((WT)(X))

// Up to 32 bits the product is exact in the type twice as wide. CONVERT is a cast for the scalar
// and __builtin_convertvector for vectors.
#define NARROW(N, T, W, BITS, CONVERT, MIN, MAX)                             \
  T##N HD_OVERLOAD mul_hi(T##N x, T##N y) {                                  \
    return CONVERT(CONVERT(x, W##N) * CONVERT(y, W##N) >> (W##N)BITS, T##N); \
  }                                                                          \
  T##N HD_OVERLOAD mad_hi(T##N x, T##N y, T##N z) {                          \
    return mul_hi(x, y) + z;                                                 \
  }                                                                          \
  T##N HD_OVERLOAD mad_sat(T##N x, T##N y, T##N z) {                         \
    W##N r = CONVERT(x, W##N) * CONVERT(y, W##N) + CONVERT(z, W##N);         \
    r = __builtin_elementwise_max(r, (W##N)MIN);                             \
    return CONVERT(__builtin_elementwise_min(r, (W##N)MAX), T##N);           \
  }

#define NARROW_WIDTHS(T, W, BITS, MIN, MAX)    \
  NARROW(, T, W, BITS, WIDEN_SCALAR, MIN, MAX) \
  HD_VECTORS(NARROW_VECTOR, T, W, BITS, MIN, MAX)
#define NARROW_VECTOR(N, T, W, BITS, MIN, MAX) NARROW(N, T, W, BITS, WIDEN, MIN, MAX)

NARROW_WIDTHS(char, short, 8, SCHAR_MIN, SCHAR_MAX)
NARROW_WIDTHS(uchar, ushort, 8, 0, UCHAR_MAX)
NARROW_WIDTHS(short, int, 16, SHRT_MIN, SHRT_MAX)
NARROW_WIDTHS(ushort, uint, 16, 0, USHRT_MAX)
NARROW_WIDTHS(int, long, 32, INT_MIN, INT_MAX)
NARROW_WIDTHS(uint, ulong, 32, 0, UINT_MAX)

// 64 bits: schoolbook on 32-bit halves, because spir64 has no wider integer and vectors of it would
// be split. The signed high half corrects the unsigned one by the operand of each sign. mad_sat:
// the sum overflows unless its high half is the extension of the low half.
#define LONG(N, ...)                                                                       \
  ulong##N HD_OVERLOAD mul_hi(ulong##N x, ulong##N y) {                                    \
    ulong##N xl = x & 0xffffffffUL, xh = x >> 32UL, yl = y & 0xffffffffUL, yh = y >> 32UL; \
    ulong##N low = xl * yl, a = xh * yl, b = xl * yh;                                      \
    ulong##N middle = (low >> 32UL) + (a & 0xffffffffUL) + b;                              \
    return xh * yh + (a >> 32UL) + (middle >> 32UL);                                       \
  }                                                                                        \
  long##N HD_OVERLOAD mul_hi(long##N x, long##N y) {                                       \
    ulong##N u = mul_hi(__builtin_astype(x, ulong##N), __builtin_astype(y, ulong##N));     \
    return __builtin_astype(u, long##N) - ((x >> 63L) & y) - ((y >> 63L) & x);             \
  }                                                                                        \
  ulong##N HD_OVERLOAD mad_hi(ulong##N x, ulong##N y, ulong##N z) {                        \
    return mul_hi(x, y) + z;                                                               \
  }                                                                                        \
  long##N HD_OVERLOAD mad_hi(long##N x, long##N y, long##N z) {                            \
    ulong##N u = __builtin_astype(mul_hi(x, y), ulong##N);                                 \
    return __builtin_astype(u + __builtin_astype(z, ulong##N), long##N);                   \
  }                                                                                        \
  ulong##N HD_OVERLOAD mad_sat(ulong##N x, ulong##N y, ulong##N z) {                       \
    ulong##N sum = __builtin_elementwise_add_sat(x * y, z);                                \
    return mul_hi(x, y) != (ulong##N)0 ? (ulong##N)ULONG_MAX : sum;                        \
  }                                                                                        \
  long##N HD_OVERLOAD mad_sat(long##N x, long##N y, long##N z) {                           \
    ulong##N product = __builtin_astype(x, ulong##N) * __builtin_astype(y, ulong##N);      \
    ulong##N low = product + __builtin_astype(z, ulong##N);                                \
    long##N carry = low < product ? (long##N)1 : (long##N)0;                               \
    long##N high = mul_hi(x, y) + (z >> 63L) + carry;                                      \
    long##N sum = __builtin_astype(low, long##N);                                          \
    long##N limit = (high >> 63L) ^ (long##N)LONG_MAX;                                     \
    return high != sum >> 63L ? limit : sum;                                               \
  }

HD_WIDTHS(LONG, )

// Operands outside of 24 bits give an undefined result: the plain product will do.
#define MUL24(N, T)                                                                             \
  T##N HD_OVERLOAD mul24(T##N x, T##N y) {                                                      \
    return __builtin_astype(__builtin_astype(x, uint##N) * __builtin_astype(y, uint##N), T##N); \
  }                                                                                             \
  T##N HD_OVERLOAD mad24(T##N x, T##N y, T##N z) {                                              \
    return __builtin_astype(__builtin_astype(x, uint##N) * __builtin_astype(y, uint##N) +       \
                                __builtin_astype(z, uint##N),                                   \
                            T##N);                                                              \
  }

HD_WIDTHS(MUL24, int)
HD_WIDTHS(MUL24, uint)

#define UPSAMPLE(N, T, U, W, BITS, CONVERT)                             \
  W##N HD_OVERLOAD upsample(T##N hi, U##N lo) {                         \
    return (W##N)(CONVERT(hi, W##N) << (W##N)BITS) | CONVERT(lo, W##N); \
  }
#define UPSAMPLE_VECTOR(N, T, U, W, BITS) UPSAMPLE(N, T, U, W, BITS, WIDEN)
#define UPSAMPLE_WIDTHS(T, U, W, BITS) \
  UPSAMPLE(, T, U, W, BITS, WIDEN_SCALAR) HD_VECTORS(UPSAMPLE_VECTOR, T, U, W, BITS)

UPSAMPLE_WIDTHS(char, uchar, short, 8)
UPSAMPLE_WIDTHS(uchar, uchar, ushort, 8)
UPSAMPLE_WIDTHS(short, ushort, int, 16)
UPSAMPLE_WIDTHS(ushort, ushort, uint, 16)
UPSAMPLE_WIDTHS(int, uint, long, 32)
UPSAMPLE_WIDTHS(uint, uint, ulong, 32)
