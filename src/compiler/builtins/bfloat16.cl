// SPDX-License-Identifier: Apache-2.0
// cl_intel_bfloat16_conversions: the upper half of a float, rounded to nearest, ties to even. A NaN
// stays one.
#include "hd.h"

#define SCALAR(X, T) (T)(X)
#define CONVERSIONS(N, AS)                                                              \
  ushort##N HD_OVERLOAD HD_CONST intel_convert_bfloat16##N##_as_ushort##N(float##N x) { \
    const uint##N bits = as_uint##N(x);                                                 \
    const uint##N rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;                   \
    const uint##N quiet = bits >> 16 | 0x40;                                            \
    return AS((bits & 0x7fffffff) > 0x7f800000 ? quiet : rounded, ushort##N);           \
  }                                                                                     \
  float##N HD_OVERLOAD HD_CONST intel_convert_as_bfloat16##N##_float##N(ushort##N x) {  \
    return as_float##N(AS(x, uint##N) << 16);                                           \
  }
CONVERSIONS(, SCALAR)
CONVERSIONS(2, __builtin_convertvector)
CONVERSIONS(3, __builtin_convertvector)
CONVERSIONS(4, __builtin_convertvector)
CONVERSIONS(8, __builtin_convertvector)
CONVERSIONS(16, __builtin_convertvector)
