// SPDX-License-Identifier: Apache-2.0
// Functions that float and double share, given the cores.
HD_API T sin(T x) {
  return hd_sin(x);
}

HD_API T cos(T x) {
  return hd_cos(x);
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

// Returns a >= 0 less an even number, exactly: in [-1, 1], and a NaN for an infinity. There cos(pi
// u) is sin(pi (1/2 - u)).
HD_INLINE T hd_pi_fold(T a) {
  return HD_MAD(HD_RINT(a * (TS)0.5), (TS)-2, a);
}

// Returns the sign bit if the whole number nearest to a >= 0 is odd. It is meaningless if a is so
// large that it is whole.
HD_INLINE TI hd_odd_sign(T a) {
  return HD_AS(TI, a + (HD_FP64 ? (TS)0x1p52 : (TS)0x1p23f)) << (HD_FP64 ? 63 : 31);
}

HD_INLINE T hd_sinpi_half(T r) {
  return r * hd_sinpi_ratio(r * r);
}

// Zeros have the sign of x: a sum with zero makes them positive first.
HD_API T sinpi(T x) {
  T a = HD_ABS(x);
  T r = a - HD_RINT(a);
  T s = HD_MAD(r, hd_flip(hd_sinpi_ratio(r * r), hd_odd_sign(a)), (TS)0);
  return hd_flip(s, HD_AS(TI, x) & HD_SIGN_BIT);
}

// Zeros are positive.
HD_API T cospi(T x) {
  return hd_sinpi_half((TS)0.5 - HD_ABS(hd_pi_fold(HD_ABS(x))));
}

// Returns tanpi of n or n + 1/2: +0 or -0, with the sign of x for even n and the other one for odd
// n; +inf for even n and -inf for odd n, mirrored for negative arguments.
HD_INLINE T hd_tanpi_whole(T a) {
  T size = HD_FLOOR(a) < a ? HD_INF : a - a;  // NaN of an infinity
  return a - HD_FLOOR(a * (TS)0.5) * (TS)2 < (TS)1 ? size : -size;
}
HD_API T tanpi(T x) {
  T a = HD_ABS(x);
#if HD_FP64
  T r, t = hd_tanpi_part(a, &r);
#else
  T r = a - HD_RINT(a);
  T t = hd_sinpi_half(r) / hd_sinpi_half(0.5f - HD_ABS(r));
#endif
  TI rare = r == 0;
  HD_IF_ANY(rare) t = rare ? hd_tanpi_whole(a) : t;
  return hd_flip(t, HD_AS(TI, x) & HD_SIGN_BIT);
}
