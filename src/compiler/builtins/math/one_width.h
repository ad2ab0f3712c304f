// SPDX-License-Identifier: Apache-2.0
// One width of for_widths.h; the names are explained in math_base.h.
#if HD_W == 1
#define HD_VEC(t) t
#define HD_CVT(type, x) ((type)(x))
#define HD_ANY(c) (c)
#define HD_FIRST(x) (x)
#else
#define HD_VEC(t) HD_CAT(t, HD_W)
#define HD_CVT(type, x) __builtin_convertvector((x), type)
#define HD_ANY(c) (__builtin_reduce_or(c) != 0)
#define HD_FIRST(x) ((x).s0)
#endif
#define F HD_VEC(float)
#define I HD_VEC(int)
#define U HD_VEC(uint)
#define D HD_VEC(double)
#define L HD_VEC(long)
#define UL HD_VEC(ulong)

#define T F
#define TI I
#define TU U
#define TS float
#define TSI int
#define HD_FP64 0
#define HD_MANT 23
#define HD_BIAS 127
#define HD_INF_BITS 0x7f800000
#define HD_NAN_BITS 0x7fc00000
#include "helpers.h"
#ifdef HD_BODY_T
#include HD_BODY_T
#endif
#ifdef HD_BODY_F
#include HD_BODY_F
#endif
#include "no_type.h"

#define T D
#define TI L
#define TU UL
#define TS double
#define TSI long
#define HD_FP64 1
#define HD_MANT 52
#define HD_BIAS 1023
#define HD_INF_BITS 0x7ff0000000000000
#define HD_NAN_BITS 0x7ff8000000000000
#include "helpers.h"
#ifdef HD_BODY_T
#include HD_BODY_T
#endif
#ifdef HD_BODY_D
#include HD_BODY_D
#endif
#include "no_type.h"

#undef F
#undef I
#undef U
#undef D
#undef L
#undef UL
#undef HD_VEC
#undef HD_CVT
#undef HD_ANY
#undef HD_FIRST
#undef HD_W
