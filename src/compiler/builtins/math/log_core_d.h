// SPDX-License-Identifier: Apache-2.0
// Cores of the logarithms, double: log(1 + f) = 2 atanh(s), s = f / (2 + f).

// log(1 + f) - f for 1 + f in [sqrt(1/2), sqrt(2)].
HD_INLINE D hd_log_tail(D f) {
  D s = f / (2.0 + f);
  D z = s * s;
  D q =
      HD_P7(z, 0x1.5555555555593p-1, 0x1.999999997f9d5p-2, 0x1.249249422e16ap-2,
            0x1.c71c51d340c31p-3, 0x1.74664ae762b61p-3, 0x1.39a06f2a25acp-3, 0x1.2f1344d30c403p-3);
  D h = 0.5 * f * f;
  return s * HD_MAD(z, q, h) - h;
}

HD_INLINE D hd_log_join(D e, D f) {
  D lo = HD_MAD(e, -0x1.8432a1b0e2634p-43, hd_log_tail(f));
  return HD_MAD(e, 0x1.62e42fefa4p-1, f + lo);
}

HD_INLINE D hd_log_special(D x, D r) {
  r = x < HD_INF ? r : x;
  return x > 0.0 || x != x ? r : (x == 0.0 ? -HD_INF : HD_NAN);
}

HD_INLINE D hd_log_raw(D x) {
  D e;
  D f = hd_split(x, &e) - 1.0;
  return hd_log_join(e, f);
}

HD_INLINE D hd_log1p(D x) {
  D err, e;
  D u = hd_two_sum((D)1.0, x, &err);
  D m = hd_split(u, &e) - 1.0;
  D ec = e > 900.0 ? (D)900.0 : e;
  L k = HD_AS(L, ec + 0x1.8p52) - HD_AS(long, 0x1.8p52);
  D r = hd_log_join(e, HD_FMA(err, hd_pow2i(-k), m));
  r = x < HD_INF ? r : x;
  r = u > 0.0 || x != x ? r : (u == 0.0 ? -HD_INF : HD_NAN);
  return HD_COPYSIGN(r, x);
}
