// SPDX-License-Identifier: Apache-2.0
// Base-two logarithm and exponential in double, good to 2^-37: what the float gamma function needs.
#define HD_MADD(a, b, c) hd_madd((D)(a), (D)(b), (D)(c))
#define HD_Q2(x, a, b) HD_MADD(b, x, a)
#define HD_Q3(x, a, ...) HD_MADD(HD_Q2(x, __VA_ARGS__), x, a)
#define HD_Q4(x, a, ...) HD_MADD(HD_Q3(x, __VA_ARGS__), x, a)
#define HD_Q5(x, a, ...) HD_MADD(HD_Q4(x, __VA_ARGS__), x, a)
#define HD_Q6(x, a, ...) HD_MADD(HD_Q5(x, __VA_ARGS__), x, a)
#define HD_Q7(x, a, ...) HD_MADD(HD_Q6(x, __VA_ARGS__), x, a)
#define HD_Q8(x, a, ...) HD_MADD(HD_Q7(x, __VA_ARGS__), x, a)
#define HD_Q9(x, a, ...) HD_MADD(HD_Q8(x, __VA_ARGS__), x, a)

HD_INLINE D hd_madd(D a, D b, D c) {
#pragma OPENCL FP_CONTRACT ON
  return a * b + c;
}

// log2(x) of a positive normal double, fit to 2^-37.7.
HD_INLINE D hd_log2_short(D x) {
  const long sqrt_half = 0x3fe6a09e667f3bcd;
  L bits = HD_AS(L, x) - sqrt_half;
  L n = HD_AS(L, HD_AS(UL, bits + 0x4000000000000000) >> 52);
  D e = HD_AS(D, n | 0x4330000000000000) - 0x1.00000000004p52;
  D m = HD_AS(D, (bits & 0xfffffffffffff) + sqrt_half);
  D s = (m - 1.0) / (m + 1.0);
  D q = HD_Q5(s * s, 0x1.71547652beefcp1, 0x1.ec709d116fcfcp-1, 0x1.2777810030dadp-1,
              0x1.a58cfe651b651p-2, 0x1.5cf2cfceb75a9p-2);
  return HD_MADD(s, q, e);
}

// 2^x for |x| <= 1000, fit to 2^-40.0.
HD_INLINE D hd_exp2_short(D x) {
  D t = x + 0x1.8p52;
  D r = x - (t - 0x1.8p52);
  D q = HD_Q9(r, 1.0, 0x1.62e42fef87bd9p-1, 0x1.ebfbdff8fde2bp-3, 0x1.c6b08dd48aa74p-5,
              0x1.3b2ab5dcd30ep-7, 0x1.5d8745e961754p-10, 0x1.430ab908a5c1p-13,
              0x1.00dd26c093176p-16, 0x1.61bfc93e774b4p-20);
  return HD_AS(D, HD_AS(L, q) + (HD_AS(L, t) << 52));
}
