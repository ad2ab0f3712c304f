// SPDX-License-Identifier: Apache-2.0
// What float and double have in common once the cores are there.
HD_API T sin(T x) {
  TI q;
  T r = hd_trig_reduce(x, &q);
  return hd_sin_pick(hd_sin_poly(r), hd_cos_poly(r), q);
}

HD_API T cos(T x) {
  TI q;
  T r = hd_trig_reduce(x, &q);
  return hd_cos_pick(hd_sin_poly(r), hd_cos_poly(r), q);
}

HD_INLINE T hd_sincos(T x, __private T* cosval) {
  TI q;
  T r = hd_trig_reduce(x, &q);
  T s = hd_sin_poly(r), c = hd_cos_poly(r);
  *cosval = hd_cos_pick(s, c, q);
  return hd_sin_pick(s, c, q);
}
HD_OUT(sincos, T, (T x), (x), T)

HD_API T tan(T x) {
  TI q;
  T r = hd_trig_reduce(x, &q);
  return hd_tan_quadrant(r, q);
}

// a >= 0 less an even number, exactly: in [-1, 1], and a NaN for an infinity. There cos(pi u) is
// sin(pi (1/2 - u)).
HD_INLINE T hd_pi_fold(T a) {
  return HD_MAD(HD_RINT(a * (TS)0.5), (TS)-2, a);
}

// Zeros have the sign of x.
HD_API T sinpi(T x) {
  T a = HD_ABS(x);
#if HD_FP64
  T b = a > 0x1p52 ? (T)0x1p52 : a;  // above it are whole numbers only
  T sum = b + 0x1p52;
  T s = hd_flip(hd_sinpi_half(b - (sum - 0x1p52)), HD_AS(TI, sum) << 63);
  s += a - a;  // a NaN for an infinity
#else
  // A k that is so large is even, and so is what it is converted as.
  T k = HD_RINT(a);
  TI odd = HD_CVT(TI, k < 0x1p30f ? k : (T)0x1p30f);
  T s = hd_flip(hd_sinpi_half(a - k), odd << 31) + 0.0f;
#endif
  return hd_flip(s, HD_AS(TI, x) & HD_SIGN_BIT);
}

// Zeros are positive.
HD_API T cospi(T x) {
  return hd_sinpi_half((TS)0.5 - HD_ABS(hd_pi_fold(HD_ABS(x))));
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
