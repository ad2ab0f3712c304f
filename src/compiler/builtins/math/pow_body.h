// SPDX-License-Identifier: Apache-2.0
// The cores do |x| = 0 and inf and y = +-inf; the selects below do what else §7.5.1 wants, and the
// last one wins.
HD_API T pow(T x, T y) {
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

HD_API T powr(T x, T y) {
  T r = hd_pow_abs(HD_ABS(x), y);
  TI x_far = x == 0 || x == HD_INF;
  r = y == 0 ? (x_far ? HD_NAN : (T)1) : r;
  r = x == 1 && HD_ABS(y) == HD_INF ? HD_NAN : r;
  return x < 0 || x != x || y != y ? HD_NAN : r;
}

// n widened to the element's size, for conditions.
#define HD_WIDE(n) HD_CVT(TI, n)

HD_API T pown(T x, I n) {
  T ax = HD_ABS(x);
  T r = hd_pown_abs(ax, n);
  TI odd = (HD_WIDE(n) & 1) != 0;
  r = odd ? HD_COPYSIGN(r, x) : r;
  r = x != x ? x : r;
  return HD_WIDE(n) == 0 ? (T)1 : r;
}

HD_API T rootn(T x, I n) {
  T ax = HD_ABS(x);
  TI odd = (HD_WIDE(n) & 1) != 0, none = HD_WIDE(n) == 0;
  T r = hd_rootn_abs(ax, n == 0 ? (I)1 : n);
  r = odd ? HD_COPYSIGN(r, x) : r;
  return none || x != x || (x < 0 && !odd) ? HD_NAN : r;
}
