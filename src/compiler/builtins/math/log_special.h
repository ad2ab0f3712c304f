// SPDX-License-Identifier: Apache-2.0
// The logarithms of any argument, for both precisions, by those with _raw.

// The special cases of every logarithm: inf, +-0, negative, NaN.
HD_INLINE T hd_log_special(T x, T r) {
  r = x < HD_INF ? r : x;
  return x > 0 || x != x ? r : (x == 0 ? -HD_INF : HD_NAN);
}

#define HD_LOGARITHM(NAME, LOG_OF_FACTOR)                              \
  HD_INLINE T hd_##NAME(T x) {                                         \
    T r = hd_##NAME##_raw(x);                                          \
    TI rare = HD_UNUSUAL(x);                                           \
    HD_IF_ANY(rare) {                                                  \
      T small = hd_##NAME##_raw(x * HD_MAKE_NORMAL) - (LOG_OF_FACTOR); \
      r = rare ? hd_log_special(x, small) : r;                         \
    }                                                                  \
    return r;                                                          \
  }
HD_LOGARITHM(log, HD_LOG_OF_FACTOR)
HD_LOGARITHM(log2, HD_LOG2_OF_FACTOR)
HD_LOGARITHM(log10, HD_LOG10_OF_FACTOR)

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
