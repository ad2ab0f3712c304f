// SPDX-License-Identifier: Apache-2.0
// sinh = (E + E / (E + 1)) / 2 with E = e^|x| - 1; far out e^|x| / 2, whose exponent is lowered
// before it can overflow.
HD_API T sinh(T x) {
  TI n;
  T a = HD_ABS(x);
  T r = hd_exp_reduce(hd_clamp(a, 0, HD_SINH_MAX), &n);
  T p = hd_expm1_poly(r);
  TI big = a > HD_BIG_EXP;
  T s = hd_pow2i(big ? (TI)0 : n);
  T e = HD_FMA(s, p, s - (TS)1);
  T near = (TS)0.5 * (e + e / (e + (TS)1));
  T far = hd_scale(p + (TS)1, n - 1);
  return HD_COPYSIGN(big ? far : near, x);
}

HD_API T cosh(T x) {
  TI n;
  T r = hd_exp_reduce(hd_clamp(HD_ABS(x), 0, HD_SINH_MAX), &n);
  T p = hd_expm1_poly(r) + (TS)1;
  TI m = n > 100 ? (TI)100 : n;
  return hd_scale(p, n - 1) + hd_pow2i(-1 - m) / p;
}

HD_API T tanh(T x) {
  T a = HD_ABS(x);
  a = a > HD_TANH_MAX ? (T)HD_TANH_MAX : a;
  T e = hd_expm1(a + a);
  return HD_COPYSIGN(e / (e + (TS)2), x);
}

HD_API T asinh(T x) {
  T a = HD_ABS(x);
  TI big = a > HD_BIG_LOG;
  T b = big ? (T)1 : a;
  T b2 = b * b;
  T near = b + b2 / ((TS)1 + HD_SQRT(b2 + (TS)1));
  T r = hd_log1p(big ? a : near);
  return HD_COPYSIGN(r + (big ? (T)HD_LN2 : (T)0), x);
}

HD_API T acosh(T x) {
  TI big = x > HD_BIG_LOG;
  T t = (big ? (T)2 : x) - (TS)1;
  T near = t + HD_SQRT(HD_MAD(t, t, t + t));
  T r = hd_log1p(big ? x : near) + (big ? (T)HD_LN2 : (T)0);
  return x < 1 ? HD_NAN : r;
}

HD_API T atanh(T x) {
  T a = HD_ABS(x);
  return HD_COPYSIGN((TS)0.5 * hd_log1p((a + a) / ((TS)1 - a)), x);
}

// §7.5.1: an infinity wins over a NaN. A power of two keeps the squares in range.
HD_API T hypot(T x, T y) {
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

#undef HD_BIG_EXP
#undef HD_BIG_LOG
#undef HD_SINH_MAX
#undef HD_TANH_MAX
#undef HD_LN2
#undef HD_SCALE_UP
#undef HD_SCALE_LIM
