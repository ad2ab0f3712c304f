// SPDX-License-Identifier: Apache-2.0
// Macros and types of the math built-ins. A body header is written once over vector-generic names and
// is included for every width (1, 2, 3, 4, 8, 16) by for_widths.h:
//   F I U  float, int, uint      D L UL  double, long, ulong      of HD_W elements each
//   T TI TU TS TSI               the element type at hand, its integers, its scalars
// Code is branch-free if possible: the vectoriser widens it, and a vector overload stays vector
// code instead of HD_W scalar calls.
#ifndef HD_MATH_BASE_H
#define HD_MATH_BASE_H

#pragma OPENCL FP_CONTRACT OFF

#define HD_API __attribute__((overloadable))
#define HD_INLINE static inline __attribute__((overloadable, always_inline))

#define HD_AS(type, x) __builtin_astype((x), type)
#define HD_ABS(x) __builtin_elementwise_abs(x)
#define HD_FMA(a, b, c) __builtin_elementwise_fma((T)(a), (T)(b), (T)(c))
#define HD_SQRT(x) __builtin_elementwise_sqrt(x)
#define HD_FLOOR(x) __builtin_elementwise_floor(x)
#define HD_TRUNC(x) __builtin_elementwise_trunc(x)
#define HD_RINT(x) __builtin_elementwise_rint(x)
#define HD_COPYSIGN(x, y) __builtin_elementwise_copysign((T)(x), (T)(y))

// Tells whether instructions estimate 1 / x and 1 / sqrt(x) to 14 bits, and compute p * 2^k:
// __hd_recip_estimate, __hd_rsqrt_estimate and __hd_scale, which have no body.
__attribute__((const)) bool __hd_has_estimates(void);

// Tells whether subnormal numbers are zeros (-cl-denorms-are-zero).
__attribute__((const)) bool __hd_flushes(void);

// Tells whether hd_lookup_of_8 is one instruction, and HD_MAD fused.
__attribute__((const)) bool __hd_has_lookups(void);

// Tells whether x is the same for all work-items, so that values that depend on it alone are
// computed once.
__attribute__((const)) bool __hd_is_same(float x);
// Tells whether `condition` holds for every lane of the vector.
__attribute__((const)) bool __hd_all(bool condition);

// a * b + c, fused only where the machine does that at no cost.
#define HD_MAD(a, b, c) hd_mad((T)(a), (T)(b), (T)(c))

// Polynomials by Horner's rule, coefficients from the constant one upwards. All coefficients of
// this library are minimax fits (Sollya fpminimax, or Chebyshev fits for the gamma functions).
// "Fit to 2^-28.3" says how far a polynomial is from the function at most, relatively and without
// rounding errors: constants/check.py proves it, and knows where all other constants come from.
#define HD_P1(x, c0) ((T)(c0))
#define HD_P2(x, c0, c1) HD_MAD(c1, x, c0)
#define HD_P3(x, c0, ...) HD_MAD(HD_P2(x, __VA_ARGS__), x, c0)
#define HD_P4(x, c0, ...) HD_MAD(HD_P3(x, __VA_ARGS__), x, c0)
#define HD_P5(x, c0, ...) HD_MAD(HD_P4(x, __VA_ARGS__), x, c0)
#define HD_P6(x, c0, ...) HD_MAD(HD_P5(x, __VA_ARGS__), x, c0)
#define HD_P7(x, c0, ...) HD_MAD(HD_P6(x, __VA_ARGS__), x, c0)
#define HD_P8(x, c0, ...) HD_MAD(HD_P7(x, __VA_ARGS__), x, c0)
#define HD_P9(x, c0, ...) HD_MAD(HD_P8(x, __VA_ARGS__), x, c0)
#define HD_P10(x, c0, ...) HD_MAD(HD_P9(x, __VA_ARGS__), x, c0)
#define HD_P11(x, c0, ...) HD_MAD(HD_P10(x, __VA_ARGS__), x, c0)
#define HD_P12(x, c0, ...) HD_MAD(HD_P11(x, __VA_ARGS__), x, c0)
#define HD_P13(x, c0, ...) HD_MAD(HD_P12(x, __VA_ARGS__), x, c0)
#define HD_P14(x, c0, ...) HD_MAD(HD_P13(x, __VA_ARGS__), x, c0)
#define HD_P15(x, c0, ...) HD_MAD(HD_P14(x, __VA_ARGS__), x, c0)
#define HD_P16(x, c0, ...) HD_MAD(HD_P15(x, __VA_ARGS__), x, c0)
#define HD_P17(x, c0, ...) HD_MAD(HD_P16(x, __VA_ARGS__), x, c0)
#define HD_P18(x, c0, ...) HD_MAD(HD_P17(x, __VA_ARGS__), x, c0)
#define HD_P19(x, c0, ...) HD_MAD(HD_P18(x, __VA_ARGS__), x, c0)
#define HD_P20(x, c0, ...) HD_MAD(HD_P19(x, __VA_ARGS__), x, c0)
#define HD_P21(x, c0, ...) HD_MAD(HD_P20(x, __VA_ARGS__), x, c0)
#define HD_P22(x, c0, ...) HD_MAD(HD_P21(x, __VA_ARGS__), x, c0)
#define HD_P23(x, c0, ...) HD_MAD(HD_P22(x, __VA_ARGS__), x, c0)

// Estrin's scheme: what depends on one chain of operations waits for it. x2 is x * x, x4 its
// square.
#define HD_E4(x, x2, c0, c1, c2, c3) HD_MAD(HD_P2(x, c2, c3), x2, HD_P2(x, c0, c1))
#define HD_E6(x, x2, c0, c1, c2, c3, ...) \
  HD_MAD(HD_E4(x, x2, c2, c3, __VA_ARGS__), x2, HD_P2(x, c0, c1))
#define HD_E8(x, x2, x4, c0, c1, c2, c3, ...) \
  HD_MAD(HD_E4(x, x2, __VA_ARGS__), x4, HD_E4(x, x2, c0, c1, c2, c3))
#define HD_E10(x, x2, x4, c0, c1, c2, c3, ...) \
  HD_MAD(HD_E6(x, x2, __VA_ARGS__), x4, HD_E4(x, x2, c0, c1, c2, c3))
#define HD_E7(x, x2, x4, c0, c1, c2, c3, ...) \
  HD_MAD(HD_P3(x, __VA_ARGS__), x4, HD_E4(x, x2, c0, c1, c2, c3))
#define HD_E11(x, x2, x4, c0, c1, c2, c3, ...) \
  HD_MAD(HD_E7(x, x2, x4, __VA_ARGS__), x4, HD_E4(x, x2, c0, c1, c2, c3))
#define HD_E12(x, x2, x4, c0, c1, c2, c3, ...) \
  HD_MAD(HD_E8(x, x2, x4, __VA_ARGS__), x4, HD_E4(x, x2, c0, c1, c2, c3))

// Either: with estimates, vectors are so wide that products are what counts, before them a chain's
// latency does.
#define HD_H7(x, ...)                           \
  (__hd_has_estimates() ? HD_P7(x, __VA_ARGS__) \
                        : HD_E7(x, (x) * (x), ((x) * (x)) * ((x) * (x)), __VA_ARGS__))
#define HD_H10(x, ...)                           \
  (__hd_has_estimates() ? HD_P10(x, __VA_ARGS__) \
                        : HD_E10(x, (x) * (x), ((x) * (x)) * ((x) * (x)), __VA_ARGS__))
#define HD_H11(x, ...)                           \
  (__hd_has_estimates() ? HD_P11(x, __VA_ARGS__) \
                        : HD_E11(x, (x) * (x), ((x) * (x)) * ((x) * (x)), __VA_ARGS__))

// More than eight, by x8, with what comes after them.
#define HD_E8_AND(x8, rest, ...) HD_MAD(rest, x8, HD_E8(__VA_ARGS__))

// A function of one output pointer, for every address space that programs can name: OpenCL C 1.2
// has three overloads, 2.0 the generic one. hd_NAME writes to a private variable.
#define HD_OUT_AS(NAME, AS, R, PARAMS, ARGS, P) \
  HD_API R NAME(HD_UNWRAP PARAMS, AS P* out) {  \
    P v;                                        \
    R r = hd_##NAME(HD_UNWRAP ARGS, &v);        \
    *out = v;                                   \
    return r;                                   \
  }
#define HD_UNWRAP(...) __VA_ARGS__
#define HD_OUT(NAME, R, PARAMS, ARGS, P)         \
  HD_OUT_AS(NAME, __private, R, PARAMS, ARGS, P) \
  HD_OUT_AS(NAME, __global, R, PARAMS, ARGS, P)  \
  HD_OUT_AS(NAME, __local, R, PARAMS, ARGS, P)   \
  HD_OUT_AS(NAME, __generic, R, PARAMS, ARGS, P)

#define HD_CAT2(a, b) a##b
#define HD_CAT(a, b) HD_CAT2(a, b)

#endif
