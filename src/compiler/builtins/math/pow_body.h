// SPDX-License-Identifier: Apache-2.0
// The usual cores want a base that is positive, normal and finite and a result that is normal. The
// general cores do |x| = 0 and inf and y = +-inf; the selects below do what else §7.5.1 wants, and
// the last one wins.
HD_INLINE T hd_pow_rare(T x, T y) {
  T ax = HD_ABS(x);
  T r = hd_pow_abs(ax, y);
  T h = (TS)0.5 * y;
  TI whole = HD_TRUNC(y) == y;
  TI odd = whole && HD_TRUNC(h) != h;
  TI negative = HD_AS(TI, x) < 0;
  r = negative && odd ? -r : r;
  r = x < 0 && ax < HD_INF && !whole ? HD_NAN : r;
  r = x != x || y != y ? HD_NAN : r;
  return y == 0 || x == 1 ? (T)1 : r;
}

HD_API T pow(T x, T y) {
  TI rare;
  T r = hd_pow_usual(x, y, &rare);
  HD_IF_ANY(rare) r = rare ? hd_pow_rare(x, y) : r;
  return r;
}

HD_INLINE T hd_powr_rare(T x, T y) {
  T r = hd_pow_abs(HD_ABS(x), y);
  TI x_far = x == 0 || x == HD_INF;
  r = y == 0 ? (x_far ? HD_NAN : (T)1) : r;
  r = x == 1 && HD_ABS(y) == HD_INF ? HD_NAN : r;
  return x < 0 || x != x || y != y ? HD_NAN : r;
}

HD_API T powr(T x, T y) {
  TI rare;
  x = hd_flushed(x);
  T r = hd_pow_usual(x, y, &rare);
  HD_IF_ANY(rare) r = rare ? hd_powr_rare(x, y) : r;
  return r;
}

// n widened to the element's size, for conditions; the sign that an odd power has; what pown calls
// a rare case.
#undef HD_RARE
#define HD_RARE ((TSI)16)
#define HD_WIDE(n) HD_CVT(TI, n)
#define HD_ODD_SIGN(x, n) (HD_AS(TI, x) & (HD_WIDE(n) << (HD_FP64 ? 63 : 31)))

HD_INLINE T hd_pown_rare(T x, I n) {
  T r = hd_pown_abs(HD_ABS(x), n);
  r = x != x ? x : r;
  r = HD_WIDE(n) == 0 ? (T)1 : r;
  return HD_AS(T, HD_AS(TI, r) ^ HD_ODD_SIGN(x, n));
}

// Computes x^|n| for |n| < 16, and its reciprocal for n < 0: at most 14 roundings, and one more,
// within 16 ULP. The reciprocal of a power that is no normal number may be one: such a case is
// rare.
HD_INLINE T hd_pown_product(T x, TI m, TI inverse, __private TI* rank) {
  T x2 = x * x;
  T x4 = x2 * x2;
  T r = (m & 1) != 0 ? x : (T)1;
  r = (m & 2) != 0 ? r * x2 : r;
  r = (m & 4) != 0 ? r * x4 : r;
  r = (m & 8) != 0 ? r * (x4 * x4) : r;
  *rank = m;
  if (__builtin_expect(!__hd_all(!HD_ANY(inverse)), 0)) {
    *rank = (inverse & HD_UNUSUAL(HD_ABS(r))) ? (TI)HD_RARE : m;
    r = inverse ? (T)1 / r : r;
  }
  return r;
}

// Computes a power. If all work-items share the base its logarithm is computed once, and only the
// exponential function is left. The test of the rank stands after both cases, so that lanes diverge
// only there.
HD_API T pown(T x, I n) {
  T r;
  TI rank, m = HD_WIDE(HD_ABS(n));
  if (!__hd_is_same(HD_FIRST(x)) && __hd_all(!HD_ANY((m & ~(TSI)15) != 0)))
    r = hd_pown_product(x, m, HD_WIDE(n) < 0, &rank);
  else
    r = HD_AS(T, HD_AS(TI, hd_pown_usual(HD_ABS(x), n, &rank)) ^ HD_ODD_SIGN(x, n));
  TI rare = (rank & HD_RARE) != 0;
  HD_IF_ANY(rare) r = rare ? hd_pown_rare(x, n) : r;
  return r;
}

HD_INLINE T hd_rootn_rare(T x, I n) {
  TI odd = (HD_WIDE(n) & 1) != 0, none = HD_WIDE(n) == 0;
  T r = hd_rootn_abs(HD_ABS(x), n == 0 ? (I)1 : n);
  return none || x != x || (x < 0 && !odd) ? HD_NAN : r;
}

HD_API T rootn(T x, I n) {
  TI rare;
  T r = hd_rootn_usual(HD_ABS(x), n, &rare);
  rare |= HD_AS(TI, x) < 0;
  HD_IF_ANY(rare) r = rare ? hd_rootn_rare(x, n) : r;
  return HD_AS(T, HD_AS(TI, r) ^ HD_ODD_SIGN(x, n));
}
