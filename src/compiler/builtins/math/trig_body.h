// SPDX-License-Identifier: Apache-2.0
// What float and double have in common once the cores are there. Of the absolute value: the
// polynomial would lose the sign of a zero.
HD_API T sin(T x) {
  TI q;
  T r = hd_trig_reduce(HD_ABS(x), &q);
  T s = hd_sin_pick(hd_sin_poly(r), hd_cos_poly(r), q);
  return hd_flip(s, HD_AS(TI, x) & HD_SIGN_BIT);
}

HD_API T cos(T x) {
  TI q;
  T r = hd_trig_reduce(x, &q);
  return hd_cos_pick(hd_sin_poly(r), hd_cos_poly(r), q);
}

HD_INLINE T hd_sincos(T x, __private T* cosval) {
  TI q;
  T r = hd_trig_reduce(HD_ABS(x), &q);
  T s = hd_sin_poly(r), c = hd_cos_poly(r);
  *cosval = hd_cos_pick(s, c, q);
  return hd_flip(hd_sin_pick(s, c, q), HD_AS(TI, x) & HD_SIGN_BIT);
}
HD_OUT(sincos, T, (T x), (x), T)

HD_API T tan(T x) {
  TI q;
  T r = hd_trig_reduce(x, &q);
  T t = hd_tan_quadrant(r, q);
#if HD_FP64
  t = x == 0 ? x : t;
#endif
  return t;
}

// a >= 0 as k + r with |r| <= 1/2, where it is so small that a sum with 1.5 * 2^HD_MANT rounds it.
// Then one polynomial serves both functions: cos(pi a) is sin(pi (a + 1/2)).
#define HD_PI_SMALL(a) ((a) < (HD_FP64 ? (TS)0x1p50 : (TS)0x1p21))
#define HD_PI_SIGN(sum) (HD_AS(TI, sum) << (HD_FP64 ? 63 : 31))

// Zeros have the sign of x.
HD_INLINE T hd_sinpi_far(T a) {
  TI q;
  T r = hd_pi_reduce(a, &q);
  return hd_sin_pick(hd_sinpi_poly(r), hd_cospi_poly(r), q);
}
HD_API T sinpi(T x) {
  const TS middle = HD_FP64 ? (TS)0x1.8p52 : (TS)0x1.8p23;
  T a = HD_ABS(x);
  T sum = a + middle;
  T s = hd_flip(hd_sinpi_half(a - (sum - middle)), HD_PI_SIGN(sum));
  TI rare = !HD_PI_SMALL(a);
  HD_IF_ANY(rare) s = rare ? hd_sinpi_far(a) : s;
  return hd_flip(s + (TS)0, HD_AS(TI, x) & HD_SIGN_BIT);
}

// Zeros are positive.
HD_INLINE T hd_cospi_far(T a) {
  TI q;
  T r = hd_pi_reduce(a, &q);
  return hd_cos_pick(hd_sinpi_poly(r), hd_cospi_poly(r), q) + (TS)0;
}
HD_API T cospi(T x) {
  const TS middle = HD_FP64 ? (TS)0x1.8p52 : (TS)0x1.8p23;
  T a = HD_ABS(x);
  T sum = (a + (TS)0.5) + middle;
  T r = a - ((sum - middle) - (TS)0.5);
  T c = hd_flip(hd_sinpi_half(r), HD_PI_SIGN(sum)) + (TS)0;
  TI rare = !HD_PI_SMALL(a);
  HD_IF_ANY(rare) c = rare ? hd_cospi_far(a) : c;
  return c;
}

// tanpi(n) is +0 or -0 with the sign of x for even n and against it for odd n; tanpi(n + 1/2) is
// +inf for even n and -inf for odd n, mirrored for negative arguments.
HD_API T tanpi(T x) {
  TI q;
  T r = hd_pi_reduce(HD_ABS(x), &q);
  T s = hd_sinpi_poly(r), c = hd_cospi_poly(r);
  TI odd = (q & 1) != 0;
  T t = (odd ? c : s) / (odd ? -s : c);
  T exact = hd_flip(odd ? HD_INF : (T)0, (q << (HD_FP64 ? 62 : 30)) & HD_SIGN_BIT);
  t = r == 0 ? exact : t;
  return hd_flip(t, HD_AS(TI, x) & HD_SIGN_BIT);
}
