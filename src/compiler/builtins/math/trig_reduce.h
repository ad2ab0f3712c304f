// SPDX-License-Identifier: Apache-2.0
// Reduction of arguments to a quadrant, for both precisions; hd_trig_reduce_huge is the core's.
// Returns x less k times the parts of pi/2, which are positive, so that a negative zero stays one.
HD_INLINE T hd_less_parts(T x, T k, TS first, TS second, TS third) {
  T r = HD_FMA(-k, first, x);
  r = HD_FMA(-k, second, r);
  return HD_FMA(-k, third, r);
}

// Reduces any x to q * pi/2 + r.
HD_INLINE T hd_trig_reduce_any(T x, __private TI* q) {
  T a = HD_ABS(x);
  TI n, negative = HD_AS(TI, x) < 0;
  T r = hd_trig_reduce_huge(a, &n);
  r = a < HD_INF ? r : HD_NAN;
  *q = negative ? -n : n;
  return negative ? -r : r;
}

// Reduces x to q * pi/2 + r. Three parts of pi/2 and exact products suffice below HD_TRIG_HUGE
// (Cody and Waite); the branch for larger numbers is taken only if some lane needs it.
HD_INLINE T hd_trig_reduce(T x, __private TI* q) {
  const TS middle = HD_FP64 ? (TS)0x1.8p52 : (TS)0x1.8p23;
  T t = HD_MAD(x, HD_FP64 ? (TS)0x1.45f306dc9c883p-1 : (TS)0x1.45f306p-1f, middle);
  T k = t - middle;
  TI n = HD_AS(TI, t);
  T r = hd_less_parts(x, k, HD_TRIG_PARTS);
  TI huge = !(HD_ABS(x) < HD_TRIG_HUGE);
  HD_IF_ANY(huge) {
    TI nh;
    T rh = hd_trig_reduce_any(x, &nh);
    r = huge ? rh : r;
    n = huge ? nh : n;
  }
  *q = n;
  return r;
}

// Select sine and cosine by the quadrant, from those of the remainder.
HD_INLINE T hd_sin_pick(T s, T c, TI q) {
  return hd_flip((q & 1) != 0 ? c : s, (q << (HD_FP64 ? 62 : 30)) & HD_SIGN_BIT);
}
HD_INLINE T hd_cos_pick(T s, T c, TI q) {
  return hd_flip((q & 1) != 0 ? s : c, ((q + 1) << (HD_FP64 ? 62 : 30)) & HD_SIGN_BIT);
}

// Computes sin(r) for |r| <= pi/2 by one polynomial, if no cosine is needed: x is n * pi + r, or (n
// + 1/2) * pi + r. At pi/2 the result is one, and never more. A product keeps the sign of a zero.
HD_INLINE T hd_sin_wide(T r) {
  T z = r * r;
  T s = r * HD_MAD(z, hd_sin_rest(z), (TS)1);
  return __hd_has_lookups() ? s : hd_clamp(s, -1, 1);
}
// Computes it for cosines: cos(0) is at pi/2.
HD_INLINE T hd_cos_wide(T r) {
#if HD_FP64
  if (__hd_has_lookups()) return r * hd_sin_ratio(HD_MAD(r, r, -HD_SIN_SHIFT));
#endif
  return hd_sin_wide(r);
}
HD_INLINE T hd_sin(T x) {
  const TS middle = HD_FP64 ? (TS)0x1.8p52 : (TS)0x1.8p23;
  T sum = HD_MAD(x, HD_FP64 ? (TS)0x1.45f306dc9c883p-2 : (TS)0x1.45f306p-2f, middle);
  T r = hd_less_parts(x, sum - middle, HD_TRIG_TWICE_PARTS);
  T s = hd_flip(hd_sin_wide(r), HD_AS(TI, sum) << (HD_FP64 ? 63 : 31));
  TI huge = !(HD_ABS(x) < HD_TRIG_HUGE);
  HD_IF_ANY(huge) {
    TI q;
    T rh = hd_trig_reduce_any(x, &q);
    s = huge ? hd_sin_pick(hd_sin_poly(rh), hd_cos_poly(rh), q) : s;
  }
  return s;
}
HD_INLINE T hd_cos(T x) {
  const TS middle = HD_FP64 ? (TS)0x1.8p52 : (TS)0x1.8p23;
  T sum = HD_MAD(x, HD_FP64 ? (TS)0x1.45f306dc9c883p-2 : (TS)0x1.45f306p-2f, (TS)0.5) + middle;
  T r = hd_less_parts(x, (sum - middle) - (TS)0.5, HD_TRIG_TWICE_PARTS);
  T c = hd_flip(hd_cos_wide(r), HD_AS(TI, sum) << (HD_FP64 ? 63 : 31));
  TI huge = !(HD_ABS(x) < HD_TRIG_HUGE);
  HD_IF_ANY(huge) {
    TI q;
    T rh = hd_trig_reduce_any(x, &q);
    c = huge ? hd_cos_pick(hd_sin_poly(rh), hd_cos_poly(rh), q) : c;
  }
  return c;
}

// Reduces a >= 0 to q/2 + r, exactly; numbers from `even` on are even integers. inf gives NaN.
HD_INLINE T hd_pi_reduce(T a, __private TI* q) {
  const TS even = HD_FP64 ? (TS)0x1p53 : (TS)0x1p24;
  T b = a < even ? a : a * (TS)0;
  T k = HD_RINT(b * (TS)2);
  *q = HD_AS(TI, (k - (TS)4 * HD_FLOOR(k * (TS)0.25)) + even * (TS)0.5);
  return HD_MAD(k, (TS)-0.5, b);
}
#undef HD_TRIG_PARTS
#undef HD_TRIG_TWICE_PARTS
#undef HD_TRIG_HUGE
