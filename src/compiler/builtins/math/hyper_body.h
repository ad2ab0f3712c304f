// SPDX-License-Identifier: Apache-2.0
// A sum of products of 2 sinh(r) and 2 cosh(r) with those of n * log(2). The second power of two is
// zero where it no longer counts.
HD_API T sinh(T x) {
  T a = HD_ABS(x), up;  // 2^(n - 2), which leaves room for results beyond 2^127
  T r = hd_exp_reduce(a > HD_SINH_MAX ? (T)HD_SINH_MAX : a, 2, &up);
  TI down_bits = ((TSI)(2 * HD_BIAS - 4) << HD_MANT) - HD_AS(TI, up);
  T down = HD_AS(T, down_bits < 0 ? (TI)0 : down_bits);
  T z = r * r, cosh_r = HD_MAD(z, hd_cosh_poly(z), (TS)2);
  T odd = up - down, part = r * hd_sinh_poly(z) * (up + down);
  // A product that is rounded may be infinite where the sum is not.
  T s = __hd_has_lookups() ? HD_MAD(cosh_r, odd, part) : HD_MAD(cosh_r - (TS)1, odd, part) + odd;
  return hd_with_sign(s, x);
}

// Computes it from e^a / 2 and its inverse.
HD_API T cosh(T x) {
  T a = HD_ABS(x);
  a = a > HD_SINH_MAX ? (T)HD_SINH_MAX : a;
  if (__hd_has_estimates()) {
    T k, p = hd_exp_parts(a, &k);
    T half_exp = __hd_scale(p, k - (TS)1);
    return half_exp + (TS)0.25 / half_exp;
  }
  T up, r = hd_exp_reduce(a, 2, &up);
  T quarter = hd_exp_poly(r) * up;
  return HD_MAD(quarter, (TS)2, (TS)0.125 / quarter);
}

HD_API T tanh(T x) {
  T a = HD_ABS(x);
  a = a > HD_TANH_MAX ? (T)HD_TANH_MAX : a;
  T e = hd_half_expm1(a + a);
  return hd_with_sign(e / (e + (TS)1), x);
}

// Computes log(2 x) = log(x) + log(2) far out, where the square is lost beside one.
HD_API T asinh(T x) {
  T a = HD_ABS(x);
  T a2 = a * a;
  T r = hd_log1p_raw(a + a2 / ((TS)1 + (HD_FP64 ? hd_sqrt_near(a2 + (TS)1) : HD_SQRT(a2 + (TS)1))));
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

// Handles rare arguments: an infinity wins over a NaN (§7.5.1). A power of two keeps the squares in
// range.
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

// Takes the root of the plain sum of squares, if that is in a range where no bit is lost to
// subnormal numbers.
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
#undef HD_LN2
#undef HD_SCALE_UP
#undef HD_SCALE_LIM
#undef HD_SCALE_LOW
