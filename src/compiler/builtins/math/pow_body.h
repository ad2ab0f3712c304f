// SPDX-License-Identifier: Apache-2.0
// Every function evaluates the power of a harmless stand-in where its operands are special, then
// selects what §7.5.1 wants; the last select wins.

// |x|^y with x or y zero or infinite, no NaN involved.
HD_INLINE T hd_pow_magnitude(T ax, T y) {
  TI plain = ax > 0 && ax < HD_INF && HD_ABS(y) < HD_INF;
  T r = hd_pow_abs(plain ? ax : (T)1, plain ? y : (T)1);
  TI up = y > 0;
  T far_y = ax == 1 ? (T)1 : ((ax > 1) == up ? HD_INF : (T)0);
  r = HD_ABS(y) == HD_INF ? far_y : r;
  T far_x = (ax == 0) == up ? (T)0 : HD_INF;
  return ax == 0 || ax == HD_INF ? far_x : r;
}

HD_API T pow(T x, T y) {
  T ax = HD_ABS(x);
  T r = hd_pow_magnitude(ax, y);
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
  T r = hd_pow_magnitude(HD_ABS(x), y);
  TI x_far = x == 0 || x == HD_INF;
  r = y == 0 ? (x_far ? HD_NAN : (T)1) : r;
  r = x == 1 && HD_ABS(y) == HD_INF ? HD_NAN : r;
  return x < 0 || x != x || y != y ? HD_NAN : r;
}

// n widened to the element's size, for conditions.
#define HD_WIDE(n) HD_CVT(TI, n)

HD_API T pown(T x, I n) {
  T ax = HD_ABS(x);
  TI plain = ax > 0 && ax < HD_INF;
  T r = hd_pown_abs(plain ? ax : (T)1, n);
  TI up = HD_WIDE(n) > 0, odd = (HD_WIDE(n) & 1) != 0;
  T far_x = (ax == 0) == up ? (T)0 : HD_INF;
  r = ax == 0 || ax == HD_INF ? far_x : r;
  r = odd ? HD_COPYSIGN(r, x) : r;
  r = x != x ? x : r;
  return HD_WIDE(n) == 0 ? (T)1 : r;
}

HD_API T rootn(T x, I n) {
  T ax = HD_ABS(x);
  TI plain = ax > 0 && ax < HD_INF;
  TI up = HD_WIDE(n) > 0, odd = (HD_WIDE(n) & 1) != 0, none = HD_WIDE(n) == 0;
  T r = hd_rootn_abs(plain ? ax : (T)1, n == 0 ? (I)1 : n);
  T far_x = (ax == 0) == up ? (T)0 : HD_INF;
  r = ax == 0 || ax == HD_INF ? far_x : r;
  r = odd ? HD_COPYSIGN(r, x) : r;
  return none || x != x || (x < 0 && !odd) ? HD_NAN : r;
}
