// SPDX-License-Identifier: Apache-2.0
// What float and double have in common once the cores are there.
HD_API T sin(T x) {
  TI q;
  T r = hd_trig_reduce(HD_ABS(x), &q);
  return hd_sin_pick(hd_sin_poly(r), hd_cos_poly(r), q, HD_AS(TI, x) & HD_SIGN_BIT);
}

HD_API T cos(T x) {
  TI q;
  T r = hd_trig_reduce(HD_ABS(x), &q);
  return hd_cos_pick(hd_sin_poly(r), hd_cos_poly(r), q);
}

HD_INLINE T hd_sincos(T x, __private T* cosval) {
  TI q;
  T r = hd_trig_reduce(HD_ABS(x), &q);
  T s = hd_sin_poly(r), c = hd_cos_poly(r);
  *cosval = hd_cos_pick(s, c, q);
  return hd_sin_pick(s, c, q, HD_AS(TI, x) & HD_SIGN_BIT);
}
HD_OUT(sincos, T, (T x), (x), T)

HD_API T tan(T x) {
  TI q;
  T r = hd_trig_reduce(HD_ABS(x), &q);
  T s = hd_sin_poly(r), c = hd_cos_poly(r);
  TI odd = (q & 1) != 0;
  T t = (odd ? c : s) / (odd ? -s : c);
  return hd_flip(t, HD_AS(TI, x) & HD_SIGN_BIT);
}

// Zeros have the sign of x.
HD_API T sinpi(T x) {
  TI q;
  T r = hd_pi_reduce(HD_ABS(x), &q);
  T s = hd_sin_pick(hd_sinpi_poly(r), hd_cospi_poly(r), q, HD_AS(TI, x) & HD_SIGN_BIT);
  return s == 0 ? HD_COPYSIGN(0, x) : s;
}

// Zeros are positive.
HD_API T cospi(T x) {
  TI q;
  T r = hd_pi_reduce(HD_ABS(x), &q);
  return hd_cos_pick(hd_sinpi_poly(r), hd_cospi_poly(r), q) + (TS)0;
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
