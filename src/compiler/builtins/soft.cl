// SPDX-License-Identifier: Apache-2.0
// Stand-ins for instructions that a processor may lack. A compiler pass calls these in place of the
// intrinsics that would become calls of the C library.
#include "hd.h"

// Computes fma. The product is exact in double. The sum is rounded to odd: when it is inexact and
// its last bit is even, it moves one step towards the error of the addition. So the conversion
// rounds only once.
float __hd_soft_fmaf(float a, float b, float c) {
  double product = (double)a * (double)b, addend = (double)c;
  double sum = product + addend;
  double part = sum - product;
  double error = (product - (sum - part)) + (addend - part);
  long bits = __builtin_astype(sum, long);
  bool inexact = (error < 0.0) | (error > 0.0);
  long step = (error > 0.0) == (sum > 0.0) ? 1 : -1;
  bits += (inexact & ((bits & 1) == 0)) ? step : 0;
  return (float)__builtin_astype(bits, double);
}

#define LESSER(A, B) ((A) < (B) ? (A) : (B))

typedef struct {
  ulong high, low;
} wide;

HD_INLINE wide product(ulong x, ulong y) {
  ulong xl = x & 0xffffffff, xh = x >> 32, yl = y & 0xffffffff, yh = y >> 32;
  ulong low = xl * yl, a = xh * yl, b = xl * yh;
  ulong middle = (low >> 32) + (a & 0xffffffff) + b;
  return (wide){xh * yh + (a >> 32) + (middle >> 32), x * y};
}

HD_INLINE wide sum(wide x, wide y) {
  ulong low = x.low + y.low;
  return (wide){x.high + y.high + (low < x.low), low};
}

HD_INLINE wide difference(wide x, wide y) {
  return (wide){x.high - y.high - (x.low < y.low), x.low - y.low};
}

HD_INLINE bool less(wide x, wide y) {
  return x.high < y.high || (x.high == y.high && x.low < y.low);
}

HD_INLINE wide shift_left(wide x, uint n) {  // n < 128
  ulong carried = n % 64 == 0 ? 0 : x.low >> (64 - n % 64);
  return n < 64 ? (wide){x.high << n | carried, x.low << n} : (wide){x.low << n % 64, 0};
}

// Shifts; lost bits set the last bit.
HD_INLINE wide shift_right_sticky(wide x, uint n) {
  if (n == 0) return x;
  if (n >= 128) return (wide){0, (x.high | x.low) != 0};
  wide back =
      n < 64 ? (wide){x.high >> n, x.low >> n | x.high << (64 - n)} : (wide){0, x.high >> n % 64};
  wide again = shift_left(back, n);
  back.low |= again.high != x.high || again.low != x.low;
  return back;
}

// Returns the significand with its leading one at bit 52, and the power of two of its last bit.
HD_INLINE ulong significand(ulong bits, private int* exponent) {
  ulong fraction = bits & 0xfffffffffffff;
  int biased = (int)(bits >> 52 & 0x7ff);
  int shift = biased == 0 ? (int)__builtin_elementwise_clzg(fraction, 64UL) - 11 : 0;
  *exponent = biased == 0 ? -1074 - shift : biased - 1075;
  return biased == 0 ? fraction << shift : fraction | 1UL << 52;
}

// Rounds value * 2^exponent, whose leading one is at bit 126, to nearest even.
HD_INLINE double rounded(bool negative, wide value, int exponent) {
  int biased = exponent + 126 + 1023;
  int lost = 64 + 10 + (biased < 1 ? 1 - biased : 0);  // bits below the last one that stays
  value = shift_right_sticky(value, LESSER(lost - 2, 128));
  ulong kept = value.low >> 2, rest = value.low & 3;
  kept += rest > 2 || (rest == 2 && (kept & 1));
  ulong bits =
      biased < 1 ? kept : kept + ((ulong)(biased - 1) << 52);  // a carry raises the exponent
  bits = biased > 2046 || bits > 0x7ff0000000000000 ? 0x7ff0000000000000 : bits;
  return __builtin_astype(bits | (ulong)negative << 63, double);
}

// Computes fma exactly: 106 bits of product and the addend fit into 128 bits; bits below are
// sticky.
double __hd_soft_fma(double a, double b, double c) {
  const double infinity = __builtin_inf();
  bool finite_product =
      __builtin_elementwise_abs(a) < infinity && __builtin_elementwise_abs(b) < infinity;
  bool finite = finite_product && __builtin_elementwise_abs(c) < infinity;
  if (finite_product && !finite) return c + c;  // a * b alone could overflow and give a NaN
  if (!finite || a == 0.0 || b == 0.0) return a * b + c;
  if (c == 0.0) return a * b;
  ulong ab = __builtin_astype(a, ulong), bb = __builtin_astype(b, ulong);
  ulong cb = __builtin_astype(c, ulong);
  int ae, be, ce;
  wide x = product(significand(ab, &ae), significand(bb, &be));
  wide y = {0, significand(cb, &ce)};
  bool negative = (ab ^ bb) >> 63, other = cb >> 63;
  // Both leading ones at bit 125 (the product may have it one lower): a sum still fits.
  x = shift_left(x, 20), y = shift_left(y, 73);
  int xe = ae + be - 20, ye = ce - 73;
  if (xe < ye || (xe == ye && less(x, y))) {
    wide t = x;
    x = y, y = t;
    int te = xe;
    xe = ye, ye = te;
    bool tn = negative;
    negative = other, other = tn;
  }
  y = shift_right_sticky(y, (uint)LESSER(xe - ye, 128));
  if (negative == other) {
    x = sum(x, y);
  } else if (less(x, y)) {  // the product had its leading one at bit 124
    x = difference(y, x);
    negative = other;
  } else {
    x = difference(x, y);
  }
  if ((x.high | x.low) == 0) return 0.0;
  int zeros = (int)__builtin_elementwise_clzg(x.high, 64UL);
  zeros = x.high == 0 ? 64 + (int)__builtin_elementwise_clzg(x.low, 64UL) : zeros;
  return rounded(negative, shift_left(x, (uint)zeros - 1), xe - (zeros - 1));
}
