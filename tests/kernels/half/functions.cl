// SPDX-License-Identifier: Apache-2.0
// Built-in functions of half.
// needs: cl_khr_fp16 cl_khr_fp64
// per_item: 8
#include "half/numbers.h"

#define AT (out + ITEM * 8)
#define A any_half(ITEM * 3)
#define B any_half(ITEM * 3 + 1)
#define C any_half(ITEM * 3 + 2)

// Within `ulps` places of what a double function gives; places count from both sides of zero.
bool is_near(half x, double right, int ulps) {
  ushort is = bits_of(x), want = rounded(right);
  int a = is & 0x8000 ? -(is & 0x7fff) : is, b = want & 0x8000 ? -(want & 0x7fff) : want;
  return is == want || (isnan(right) == isnan((double)x) && abs(a - b) <= ulps);
}

// The bounds of the extension's table.
kernel void test_math(global ushort* out) {
  half a = any_half(ITEM), b = near_half(ITEM + 1);
  double x = exact(a), y = exact(b);
  AT[0] = is_near(sin(a), sin(x), 2) & is_near(cos(b), cos(y), 2) & is_near(tan(b), tan(y), 2);
  AT[1] = is_near(exp(b), exp(y), 2) & is_near(exp2(b), exp2(y), 2) & is_near(exp10(b), exp10(y), 2) &
          is_near(expm1(a), expm1(x), 2);
  AT[2] = is_near(log(a), log(x), 2) & is_near(log2(a), log2(x), 2) & is_near(log1p(b), log1p(y), 2);
  AT[3] = is_near(pow(a, b), pow(x, y), 4) & is_near(powr(fabs(b), b), powr(fabs(y), y), 4) &
          is_near(pown(b, 3), pown(y, 3), 4) & is_near(rootn(fabs(a), 3), rootn(fabs(x), 3), 4);
  AT[4] = is_near(rsqrt(a), rsqrt(x), 1) & is_near(cbrt(a), cbrt(x), 2) & is_near(hypot(a, b), hypot(x, y), 2);
  AT[5] = is_near(atan2(a, b), atan2(x, y), 2) & is_near(tanh(b), tanh(y), 2) & is_near(asinpi(a), asinpi(x), 2) &
          is_near(acosh(a), acosh(x), 2);
  half3 v = sinpi((half3)(a, b, b + a));
  AT[6] = is_near(v.y, sinpi(y), 2) & is_near(erf(b), erf(y), 4) & is_near(tgamma(b), tgamma(y), 4);
  AT[7] = is_near(pow(b, 16.0h), pow(y, 16.0), 4) & is_near(pown(b, 15), pown(y, 15), 4) &
          is_near(pown(b, -8), pown(y, -8), 4) & is_near(pow((half2)(a), (half2)(7)).y, pow(x, 7.0), 4);
}
kernel void expect_math(global ushort* out) {
  for (int i = 0; i < 8; ++i) AT[i] = 1;
}

// Those that are exact.
kernel void test_exact(global ushort* out) {
  half a = A, b = B, whole, part;
  int quotient, exponent;
  AT[0] = bits_of(floor(a)) ^ bits_of(ceil(b)) * 3;
  AT[1] = bits_of(trunc(a)) ^ bits_of(rint(b)) * 3 ^ bits_of(round(b)) * 5;
  AT[2] = bits_of(fmod(a, b)) ^ bits_of(remainder(b, a)) * 3;
  AT[3] = bits_of(remquo(a, b, &quotient));
  AT[3] += isfinite(a) && isnormal(b) ? (ushort)(quotient & 7) : 0;
  part = modf(a, &whole);
  AT[4] = bits_of(part) ^ bits_of(whole) * 3;
  part = fract(b, &whole);
  AT[5] = bits_of(part) ^ bits_of(whole) * 3;
  part = frexp(a, &exponent);
  AT[6] = bits_of(part) ^ (isfinite(a) ? (ushort)exponent * 3 : 0) ^ bits_of(logb(b)) ^ (ushort)ilogb(b);
  AT[7] = bits_of(ldexp(a, (int)(ITEM % 60) - 30)) ^ bits_of(fdim(a, b)) * 3;
}
kernel void expect_exact(global ushort* out) {
  double a = exact(A), b = exact(B), whole, part;
  int quotient, exponent;
  AT[0] = rounded(floor(a)) ^ rounded(ceil(b)) * 3;
  AT[1] = rounded(trunc(a)) ^ rounded(rint(b)) * 3 ^ rounded(round(b)) * 5;
  AT[2] = rounded(fmod(a, b)) ^ rounded(remainder(b, a)) * 3;
  AT[3] = rounded(remquo(a, b, &quotient));
  AT[3] += isfinite(a) && isfinite(b) && fabs(b) >= 0x1p-14 ? (ushort)(quotient & 7) : 0;
  part = modf(a, &whole);
  AT[4] = rounded(part) ^ rounded(whole) * 3;
  part = fract(b, &whole);
  AT[5] = (rounded(part) == 0x3c00 ? 0x3bff : rounded(part)) ^ rounded(whole) * 3;
  part = frexp(a, &exponent);
  AT[6] = rounded(part) ^ (isfinite(a) ? (ushort)exponent * 3 : 0) ^ rounded(logb(b)) ^ (ushort)ilogb(b);
  AT[7] = rounded(ldexp(a, (int)(ITEM % 60) - 30)) ^ rounded(fdim(a, b)) * 3;
}

kernel void test_choices(global ushort* out) {
  half a = A, b = B, c = C;
  half4 v = (half4)(a, b, c, 1), w = v.wxyz;
  AT[0] = bits_of(fmax(a, b)) ^ bits_of(fmin(a, c)) * 3;
  AT[1] = isequal(a, b) | isless(a, b) << 1 | isgreaterequal(a, b) << 2 | islessgreater(a, b) << 3 |
          isunordered(a, b) << 4 | isinf(a) << 5 | isnan(b) << 6 | isnormal(a) << 7 | isfinite(c) << 8 |
          signbit(a) << 9 | isordered(b, c) << 10;
  short4 less = isless(v, w), same = v == w;
  AT[2] = (ushort)(less.x ^ less.z << 1 ^ same.y << 2 ^ isnan(v).y << 3 ^ signbit(w).y << 4);
  AT[3] = bits_of(select(a, b, (short)-3)) ^ bits_of(select(v, w, (short4)(1, -1, 0, -5)).w);
  AT[4] = as_ushort(bitselect(a, b, as_half((ushort)0x5f0f)));
  AT[5] = as_ushort(shuffle(v, (ushort8)(7, 6, 5, 4, 3, 2, 1, 0)).s3) ^
          as_ushort(shuffle2(v, w, (ushort2)(5, 2)).x) * 3;
  AT[6] = bits_of(nextafter(a, b)) ^ bits_of(maxmag(near_half(ITEM), near_half(ITEM + 1))) * 3;
  AT[7] = bits_of(step(near_half(ITEM), near_half(ITEM + 1))) ^ bits_of(sign(b)) * 3 ^
          bits_of(clamp(near_half(ITEM + 2), (half)-1, (half)2)) * 5 ^ (bits_of(nan((ushort)7)) == 0x7e00);
}
#define LESS(X, Y) ((X) < (Y) ? -1 : 0)
kernel void expect_choices(global ushort* out) {
  ushort ab = as_ushort(A), bb = as_ushort(B), cb = as_ushort(C);
  double a = exact(A), b = exact(B), c = exact(C);
  AT[0] = rounded(isnan(a) ? b : isnan(b) ? a : a < b ? b : a) ^
          rounded(isnan(a) ? c : isnan(c) ? a : c < a ? c : a) * 3;
  AT[1] = (a == b) | (a < b) << 1 | (a >= b) << 2 | (a < b || a > b) << 3 | (isnan(a) || isnan(b)) << 4 |
          (fabs(a) == INFINITY) << 5 | isnan(b) << 6 | (fabs(a) >= 0x1p-14 && fabs(a) < INFINITY) << 7 |
          (fabs(c) < INFINITY) << 8 | (ab >> 15) << 9 | !(isnan(b) || isnan(c)) << 10;
  AT[2] = (ushort)(LESS(a, 1) ^ LESS(c, b) << 1 ^ (b == a ? -1 : 0) << 2 ^ (isnan(b) ? -1 : 0) << 3 ^
                   (ab >> 15 ? -1 : 0) << 4);
  AT[3] = rounded(b) ^ rounded(c);
  AT[4] = (ab & ~0x5f0f) | (bb & 0x5f0f);
  AT[5] = ab ^ ab * 3;
  ushort next = ab & 0x8000 ? (a < b ? ab - 1 : ab + 1) : (a < b ? ab + 1 : ab - 1);
  if (a == 0) next = b > 0 ? 1 : 0x8001;
  if (a == b) next = bb;
  double p = exact(near_half(ITEM)), q = exact(near_half(ITEM + 1)), r = exact(near_half(ITEM + 2));
  AT[6] = (isnan(a) || isnan(b) ? 0x7e00 : next) ^
          rounded(fabs(p) > fabs(q) ? p : fabs(q) > fabs(p) ? q : fmax(p, q)) * 3;
  AT[7] = rounded(q < p ? 0.0 : 1.0) ^ (isnan(b) ? 0 : b == 0 ? bb : rounded(copysign(1.0, b))) * 3 ^
          rounded(r < -1 ? -1 : r > 2 ? 2 : r) * 5 ^ 1;
}

kernel void test_geometric(global ushort* out) {
  half3 a = (half3)(near_half(ITEM), near_half(ITEM + 1), near_half(ITEM + 2)), b = a.zxy + (half)1;
  double x = exact(a.x), y = exact(a.y), z = exact(a.z);
  double u = exact(b.x), v = exact(b.y), w = exact(b.z);
  half most = fmax(fmax(fabs(a.x), fabs(a.y)), fmax(fabs(a.z), fmax(fabs(b.x), fmax(fabs(b.y), fabs(b.z)))));
  double error = exact(most) * exact(most) * 0x1p-10;
  double length_of_a = sqrt(x * x + y * y + z * z);
  double3 d = (double3)(x - u, y - v, z - w);
  AT[0] = fabs(exact(dot(a, b)) - (x * u + y * v + z * w)) <= 5 * error;
  AT[1] = is_near(length(a), length_of_a, 1);
  AT[2] = is_near(distance(a, b), sqrt(d.x * d.x + d.y * d.y + d.z * d.z), 6);
  AT[3] = is_near(normalize(a).y, y / length_of_a, 4);
  AT[4] = fabs(exact(cross(a, b).x) - (y * w - z * v)) <= 3 * error;
  AT[5] = is_near(degrees(a.x), x * 57.295779513082323, 2) & is_near(radians(a.y), y * 0.017453292519943295, 2);
  AT[6] = is_near(length((half2)(60000, 20)), sqrt(60000.0 * 60000 + 20 * 20), 1);
  AT[7] = fabs(exact(mix(a.x, a.y, (half)0.25h)) - (x + (y - x) * 0.25)) <= 0x1p-5;
}
kernel void expect_geometric(global ushort* out) {
  for (int i = 0; i < 8; ++i) AT[i] = 1;
}
