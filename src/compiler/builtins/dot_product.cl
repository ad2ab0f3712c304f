// SPDX-License-Identifier: Apache-2.0
// cl_khr_integer_dot_product: products of four bytes with four, as vectors or packed in one word.
#include "hd.h"

#define UNUSED __attribute__((unused))
#define WORD(X) __builtin_astype(X, uint)

// TA and TB are char or uchar; AB is their part of the names of the packed forms.
#define DOT(R, TA, TB, AB, A_IS_SIGNED, B_IS_SIGNED)                           \
  R HD_OVERLOAD dot_4x8packed_##AB##_##R(uint a, uint b) {                     \
    return (R)__hd_dot_bytes(a, b, A_IS_SIGNED, B_IS_SIGNED);                  \
  }                                                                            \
  R HD_OVERLOAD dot_acc_sat_4x8packed_##AB##_##R(uint a, uint b, R acc) {      \
    return __builtin_elementwise_add_sat(dot_4x8packed_##AB##_##R(a, b), acc); \
  }                                                                            \
  R HD_OVERLOAD dot(TA##4 a, TB##4 b) {                                        \
    return dot_4x8packed_##AB##_##R(WORD(a), WORD(b));                         \
  }                                                                            \
  R HD_OVERLOAD dot_acc_sat(TA##4 a, TB##4 b, R acc) {                         \
    return dot_acc_sat_4x8packed_##AB##_##R(WORD(a), WORD(b), acc);            \
  }

DOT(uint, uchar, uchar, uu, false, false)
DOT(int, char, char, ss, true, true)
DOT(int, uchar, char, us, false, true)
DOT(int, char, uchar, su, true, false)

// The translator of SPIR-V's names for its instructions: all types are signed, and packed bytes
// come with the number of their format, of which there is one.
#define INSTRUCTIONS(R, OP, AB)                                                             \
  R HD_OVERLOAD __spirv_##OP##DotKHR_R##R(char4 a, char4 b) {                               \
    return dot_4x8packed_##AB##_##R(WORD(a), WORD(b));                                      \
  }                                                                                         \
  R HD_OVERLOAD __spirv_##OP##DotAccSatKHR_R##R(char4 a, char4 b, int acc) {                \
    return dot_acc_sat_4x8packed_##AB##_##R(WORD(a), WORD(b), (R)acc);                      \
  }                                                                                         \
  R HD_OVERLOAD __spirv_##OP##DotKHR_R##R(int a, int b, int format UNUSED) {                \
    return dot_4x8packed_##AB##_##R((uint)a, (uint)b);                                      \
  }                                                                                         \
  R HD_OVERLOAD __spirv_##OP##DotAccSatKHR_R##R(int a, int b, int acc, int format UNUSED) { \
    return dot_acc_sat_4x8packed_##AB##_##R((uint)a, (uint)b, (R)acc);                      \
  }

INSTRUCTIONS(uint, U, uu)
INSTRUCTIONS(int, S, ss)
INSTRUCTIONS(int, SU, su)
