// SPDX-License-Identifier: Apache-2.0
// With |x| = n * log(2) + r: sinh and cosh are sums of products of those of n * log(2) and of r.
// The powers of two 2^(n - 2) and 2^(-n - 2) leave room for results beyond 2^127; 2 sinh(r) and 2
// cosh(r) go with them. The second power is zero where it no longer counts.
HD_INLINE T hd_sinh_cosh(T x, __private T* cosval) {
  T a = HD_ABS(x);
  a = a > HD_SINH_MAX ? (T)HD_SINH_MAX : a;
  const TS first_bit = HD_FP64 ? (TS)0x1.8p52 : (TS)0x1.8p23;
  T sum = HD_MAD(a, (TS)HD_LOG2E, first_bit + (HD_BIAS - 2));
  T r = hd_exp_rest(a, sum - (first_bit + (HD_BIAS - 2)));
  TI up_bits = HD_AS(TI, sum) << HD_MANT;
  TI down_bits = ((TSI)(2 * HD_BIAS - 4) << HD_MANT) - up_bits;
  T up = HD_AS(T, up_bits), down = HD_AS(T, down_bits < 0 ? (TI)0 : down_bits);
  T z = r * r;
  T sinh_r = r * hd_sinh_poly(z), cosh_rest = z * hd_cosh_poly(z);
  T even = up + down, odd = up - down;
  *cosval = (HD_MAD(cosh_rest, even, sinh_r * odd) + even) + even;
  return (HD_MAD(cosh_rest, odd, sinh_r * even) + odd) + odd;
}

HD_API T sinh(T x) {
  T c;
  return HD_COPYSIGN(hd_sinh_cosh(x, &c), x);
}

HD_API T cosh(T x) {
  if (__hd_has_estimates()) {
    T a = HD_ABS(x), k;
    T p = hd_exp_parts(a > HD_SINH_MAX ? (T)HD_SINH_MAX : a, &k);
    T half_exp = __hd_scale(p, k - (TS)1);
    return half_exp + (TS)0.25 / half_exp;
  }
  T c;
  hd_sinh_cosh(x, &c);
  return c;
}

HD_API T tanh(T x) {
  T a = HD_ABS(x);
  a = a > HD_TANH_MAX ? (T)HD_TANH_MAX : a;
  T e = hd_expm1(a + a);
  return HD_COPYSIGN(e / (e + (TS)2), x);
}

// Far out the square is lost beside one: log(2 x) = log(x) + log(2).
HD_API T asinh(T x) {
  T a = HD_ABS(x);
  T a2 = a * a;
  T r = hd_log1p_raw(a + a2 / ((TS)1 + HD_SQRT(a2 + (TS)1)));
  TI rare = !(a < HD_BIG_LOG);
  HD_IF_ANY(rare) r = rare ? hd_log(a) + (TS)HD_LN2 : r;
  return HD_COPYSIGN(r, x);
}

HD_API T acosh(T x) {
  T t = x - (TS)1;
  T r = hd_log1p_raw(t + HD_SQRT(HD_MAD(t, t, t + t)));
  TI rare = !(x >= 1 && x < HD_BIG_LOG);
  HD_IF_ANY(rare) r = rare ? (x < 1 ? HD_NAN : hd_log(x) + (TS)HD_LN2) : r;
  return r;
}

HD_API T atanh(T x) {
  T a = HD_ABS(x);
  T r = (TS)0.5 * hd_log1p_raw((a + a) / ((TS)1 - a));
  TI rare = !(a < 1);
  HD_IF_ANY(rare) r = rare ? (a == 1 ? HD_INF : HD_NAN) : r;
  return HD_COPYSIGN(r, x);
}

// §7.5.1: an infinity wins over a NaN. A power of two keeps the squares in range.
HD_INLINE T hd_hypot_rare(T x, T y) {
  T ax = HD_ABS(x), ay = HD_ABS(y);
  T hi = ax < ay ? ay : ax, lo = ax < ay ? ax : ay;
  TI large = hi > HD_SCALE_LIM, small = hi < (TS)1 / HD_SCALE_LIM;
  T down = large ? (T)((TS)1 / HD_SCALE_UP) : (small ? (T)HD_SCALE_UP : (T)1);
  T up = large ? (T)HD_SCALE_UP : (small ? (T)((TS)1 / HD_SCALE_UP) : (T)1);
  hi *= down;
  lo *= down;
  T r = HD_SQRT(HD_MAD(hi, hi, lo * lo)) * up;
  return ax == HD_INF || ay == HD_INF ? HD_INF : r;
}

// No bit of a sum of squares in this range was lost below the smallest number.
HD_API T hypot(T x, T y) {
  T sum = HD_MAD(x, x, y * y);
  T r = hd_sqrt_near(sum);
  TI rare = !(sum > HD_SCALE_LOW && sum < HD_INF);
  HD_IF_ANY(rare) r = rare ? hd_hypot_rare(x, y) : r;
  return r;
}

#undef HD_BIG_LOG
#undef HD_SINH_MAX
#undef HD_TANH_MAX
#undef HD_LOG2E
#undef HD_LN2
#undef HD_SCALE_UP
#undef HD_SCALE_LIM
#undef HD_SCALE_LOW
