// SPDX-License-Identifier: Apache-2.0
// Powers and roots, constant exponents above all, with what the edge cases of §7.5.1 want of them.
// sizes: 1 5 16 64
// groups: uniform
// per_item: 8
// arg two: f32 2
// arg half_value: f32 0.5
// arg minus_one: i32 -1
// arg lowest: i32 -2147483648
// needs: cl_khr_fp64
#include "common.h"

// What the compiler cannot see through: item 0 has a number, the others its edge cases.
float number(uint item) {
  uint kind = item % 8;
  return kind == 0 ? 3.0f
       : kind == 1 ? -3.0f
       : kind == 2 ? 0.0f
       : kind == 3 ? -0.0f
       : kind == 4 ? INFINITY
       : kind == 5 ? -INFINITY
       : kind == 6 ? NAN
                   : 0x1p-70f;
}

kernel void test_constants(global float* out) {
  float x = number(ITEM);
  global float* to = out + ITEM * 8;
  to[0] = pow(x, 2.0f);
  to[1] = pow(x, 3.0f);
  to[2] = pow(x, 0.0f);
  to[3] = pow(x, -2.0f);
  to[4] = pow(x, 0.5f);
  to[5] = pown(x, -1);
  to[6] = rootn(x, 2);
  to[7] = pown(x, 4);
}
kernel void expect_constants(global float* out) {
  float x = number(ITEM);
  global float* to = out + ITEM * 8;
  to[0] = x * x;
  to[1] = x * x * x;
  to[2] = 1.0f;
  to[3] = (1.0f / x) * (1.0f / x);
  to[4] = x == 0.0f ? 0.0f : x == -INFINITY ? INFINITY : sqrt(x);
  to[5] = 1.0f / x;
  to[6] = x == 0.0f ? 0.0f : sqrt(x);
  to[7] = (x * x) * (x * x);
}

// The same exponents as arguments: these go through the functions.
kernel void test_variables(global float* out, float two, float half_value, int minus_one) {
  float x = number(ITEM);
  global float* to = out + ITEM * 8;
  to[0] = pow(x, two) == x * x || x != x || x == -x;
  to[1] = isinf(pow(x, half_value)) == (fabs(x) == INFINITY);
  to[2] = pown(x, minus_one) == 1.0f / x || x != x || fabs(pown(x, minus_one) * x - 1.0f) < 1e-5f;
  to[3] = pow(x, 0.0f * two);
}
kernel void expect_variables(global float* out) {
  global float* to = out + ITEM * 8;
  to[0] = 1, to[1] = 1, to[2] = 1, to[3] = 1;
}

// Exponents that differ between work-items, among them those that are few multiplications: x^n by
// factors of 1 / x where n is negative.
double by_factors(double x, int n) {
  double factor = n < 0 ? 1 / x : x, product = 1;
  for (int i = 0; i < abs(n); ++i) product *= factor;
  return product;
}
// Equal to 16 ULP, zeros with their signs.
bool is_power(double r, double expected, double relative, double smallest) {
  if (isnan(expected) || isinf(expected) || expected == 0)
    return isnan(expected) ? isnan(r) : as_long(r) == as_long(expected);
  return fabs(r - expected) <= fabs(expected) * relative + 16 * smallest;
}

kernel void test_varying(global float* out, float two, int lowest) {
  global float* to = out + ITEM * 8;
  float x = number(ITEM), y = ldexp(x, ITEM % 3 == 0 ? 70 : 0);
  int floats = 0, doubles = 0;
  for (int i = 0; i < 40; ++i) {
    int n = (int)((ITEM * 7 + i) % 40) - 20;
    float power = pown(x, n);
    floats += is_power(power, (float)by_factors(x, n), 0x1p-19, 0x1p-149);
    doubles += is_power(pown((double)y, n), by_factors(y, n), 0x1p-47, 0x1p-1074);
  }
  to[0] = floats, to[1] = doubles;
  to[2] = pown(x, lowest);
  to[3] = pown(two, (int)(ITEM % 20) - 10) == ldexp(1.0f, (int)(ITEM % 20) - 10);
}
kernel void expect_varying(global float* out) {
  global float* to = out + ITEM * 8;
  to[0] = 40, to[1] = 40;
  uint kind = ITEM % 8;
  to[2] = kind == 6 ? NAN : kind == 2 || kind == 3 || kind == 7 ? INFINITY : 0;
  to[3] = 1;
}

// Results near the ends of the normal numbers, and all of the table's places: of 16 ulp (§7.4).
#define NEAR(T, TI, POW, END)                                                      \
  TI near_##POW##_##T(uint item, uint kind) {                                      \
    uint h = hash(item * 8 + kind);                                                \
    T x = (T)0.5 + (T)(h % 65536) / (T)32768;                                      \
    T part = (T)(h >> 16) / (T)65536 * (h % 3 ? (sizeof(T) == 4 ? (T)0x1p-16 : (T)0x1p-42) : 1); \
    T l = log2(x), p = (kind & 1 ? -(T)END : (T)END) + part;                       \
    T y = fabs(l) < (T)0.01 ? (T)1 : p / l;                                        \
    T half_of_it = POW(x, y * (T)0.5), other = half_of_it * half_of_it;            \
    T one = POW(x, y);                                                             \
    return fabs(one - other) <= fabs(other) * (sizeof(T) == 4 ? (T)0x1p-18 : (T)0x1p-47) + \
                                    (sizeof(T) == 4 ? (T)0x1p-144 : (T)0x1p-1068); \
  }
NEAR(float, int, pow, 126)
NEAR(float, int, powr, 126)
NEAR(double, long, pow, 1022)
NEAR(double, long, powr, 1022)
kernel void test_ends(global float* out) {
  global float* to = out + ITEM * 8;
  for (uint k = 0; k < 2; ++k) {
    to[k] = near_pow_float(ITEM, k);
    to[2 + k] = near_powr_float(ITEM, k);
    to[4 + k] = near_pow_double(ITEM, k);
    to[6 + k] = near_powr_double(ITEM, k);
  }
}
kernel void expect_ends(global float* out) {
  for (uint k = 0; k < 8; ++k) out[ITEM * 8 + k] = 1;
}

// Powers of integers that are numbers of 53 bits are exact.
kernel void test_whole(global float* out) {
  for (uint k = 0; k < 8; ++k) {
    ulong base = ITEM * 8 + k + 2, power = 1;
    uint wrong = 0;
    for (uint e = 0; power < 1ul << 53; ++e, power *= base) {
      wrong += pow((double)base, (double)e) != (double)power;
      wrong += powr((double)base, (double)e) != (double)power;
    }
    out[ITEM * 8 + k] = wrong;
  }
}
kernel void expect_whole(global float* out) {
  for (uint k = 0; k < 8; ++k) out[ITEM * 8 + k] = 0;
}
