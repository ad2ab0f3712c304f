// SPDX-License-Identifier: Apache-2.0
// Logarithms of infinities that the compiler can see: literals, results of functions that it folds, a table, a minimum that starts there.
// needs: cl_khr_fp64
// sizes: 1 17 64
#include "common.h"
#define LOGARITHMS(T, INF)                                                                                                      \
  int seen_##T(T x) {                                                                                                           \
    return (log(x) == INF) + (log2(x) == INF) * 2 + (log10(x) == INF) * 4 + (log1p(x) == INF) * 8 + (logb(x) == INF) * 16 +     \
           (acosh(x) == INF) * 32 + (asinh(-x) == -INF) * 64 + (pow(x, (T)0.5) == INF) * 128 + (isnan(log(-x)) != 0) * 256 +    \
           (lgamma(x) == INF) * 512;                                                                                            \
  }                                                                                                                             \
  constant T table_##T[4] = {INF, INF, INF, INF};                                                                               \
  kernel void test_##T(global int* out, global const float* in) {                                                               \
    T least = INF;                                                                                                              \
    for (int i = 0; i < 3; ++i) least = fmin(least, table_##T[i]);                                                              \
    T all[2] = {exp((T)800), 0};                                                                                                \
    int r = seen_##T(INF) & seen_##T(exp((T)800)) & seen_##T(table_##T[ITEM % 4]) & seen_##T(least) & seen_##T(all[0]);         \
    T hidden = (T)fabs(in[ITEM]) * 0 + INF;                                                                                     \
    out[ITEM] = r & seen_##T(hidden) & seen_##T(hidden == INF ? hidden : 0);                                                    \
  }                                                                                                                             \
  kernel void expect_##T(global int* out) { out[ITEM] = 1023; }
LOGARITHMS(float, INFINITY)
LOGARITHMS(double, (double)INFINITY)
