// SPDX-License-Identifier: Apache-2.0
// The logarithms of any argument, for both precisions, by those with _raw.

// Handles the special cases of every logarithm: inf, +-0, negative, NaN.
HD_INLINE T hd_log_special(T x, T r) {
  r = x < HD_INF ? r : x;
  return x > 0 || x != x ? r : (x == 0 ? -HD_INF : HD_NAN);
}

// Tells whether it is HD_UNUSUAL or among the largest numbers, by one comparison of hd_split's
// first sum, which overflows for those.
HD_INLINE TI hd_log_unusual(T x) {
#if HD_FP64
  const long more = 0x4000000000000000 - 0x3fe6a09e667f3bcd;
  if (!__hd_has_estimates()) return HD_AS(L, HD_AS(UL, x) + more) < 0x0010000000000000 + more;
#endif
  return HD_UNUSUAL(x);
}

#define HD_LOGARITHM(NAME, RAW, LOG_OF_FACTOR)                                         \
  HD_INLINE T hd_##NAME(T x) {                                                         \
    T r = hd_##RAW(x);                                                                 \
    TI rare = hd_log_unusual(x);                                                       \
    HD_IF_ANY(rare) {                                                                  \
      TI is_small = x < 1;                                                             \
      T near = hd_##RAW(x * (is_small ? (T)HD_MAKE_NORMAL : (T)(1 / HD_MAKE_NORMAL))); \
      near += is_small ? (T)(-(LOG_OF_FACTOR)) : (T)(LOG_OF_FACTOR);                   \
      r = rare ? hd_log_special(x, near) : r;                                          \
    }                                                                                  \
    return r;                                                                          \
  }
HD_LOGARITHM(log_usual, log_raw, HD_LOG_OF_FACTOR)
HD_LOGARITHM(log2_usual, log2_raw, HD_LOG2_OF_FACTOR)
HD_LOGARITHM(log10, log10_raw, HD_LOG10_OF_FACTOR)

HD_INLINE T hd_log(T x) {
  return __hd_has_estimates() ? hd_log_by_parts(x) : hd_log_usual(x);
}
HD_INLINE T hd_log2(T x) {
  return __hd_has_estimates() ? hd_log2_by_parts(x) : hd_log2_usual(x);
}

HD_INLINE T hd_log1p(T x) {
  T r = HD_COPYSIGN(hd_log1p_raw(x), x);
  TI rare = !(x > -1 && x < (HD_FP64 ? (TS)0x1p1000 : (TS)0x1p100));
  HD_IF_ANY(rare) {
    T special = x == -1 ? -HD_INF : x < -1 ? HD_NAN : hd_log(x);
    r = rare ? special : r;
  }
  return r;
}

#undef HD_LOGARITHM
#undef HD_LOG_OF_FACTOR
#undef HD_LOG2_OF_FACTOR
#undef HD_LOG10_OF_FACTOR
