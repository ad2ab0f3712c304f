// SPDX-License-Identifier: Apache-2.0
// What random kernels that call built-in functions share (calls.py). REAL is the type of the output.
#include "random/values.h"

// Numbers that are known when a kernel runs: as bits, of every type. The test program has them where
// the compiler sees them, too, the other one in memory only.
typedef struct {
  ulong d[40], i[32];
  uint f[40];
  ushort h[40];
} given_t;
#ifdef HEDDLE_REFERENCE
#define GIVEN(seen, memory) (memory)
#else
#define GIVEN(seen, memory) (seen)
#endif

// Clang 22's own back end takes these for conversions of the other sign, and widens signed numbers by zeros.
#ifdef __SPIRV__
#define CONVERT(to, x) ((to)(x))
#define SIGNED_SAT(to, x, most) ((to)clamp((long)(x), -(long)(most)-1, (long)(most)))
#define UNSIGNED_SAT(to, x, most) ((to)min((ulong)(x), (ulong)(most)))
#else
#define CONVERT(to, x) convert_##to(x)
#define SIGNED_SAT(to, x, most) convert_##to##_sat(x)
#define UNSIGNED_SAT(to, x, most) convert_##to##_sat(x)
#endif

// Pointers to the output in a structure that is given by value.
typedef struct {
  int tag;
  global REAL* to;
  uint step;
  global uint* words[2];
} cell_t;

// Any bits, but no signalling NaN: these need not be told from others.
float OVER any_float(uint bits) { return as_float((bits & 0x7fffffffu) > 0x7f800000u ? bits | 0x400000u : bits); }
double OVER any_double(uint high, uint low) {
  const ulong bits = (ulong)high << 32 | low;
  return as_double((bits & (ulong)LONG_MAX) > 0x7ff0000000000000UL ? bits | 0x8000000000000UL : bits);
}
half OVER any_half(uint bits) { return as_half((ushort)((bits & 0x7fffu) > 0x7c00u ? bits | 0x200u : bits)); }

// Which of two zeros fmin and its like give is their own affair.
#define PLAIN(T) \
  T OVER plain(T x) { return x == (T)0 ? (T)0 : x; }
// What kind of number a result is.
#define KIND_OF(T) \
  uint OVER kind_of(T x) { return isnan(x) ? 9u : (isinf(x) ? 2u : x == (T)0 ? 4u : 6u) | (uint)(signbit(x) != 0); }
// Of what the specification does not say for all numbers (§6.13.2): the rest is 0.
#define SOME_ONLY(T)                                                                                          \
  uint OVER exponent_of(T x) { int e = 0; T m = frexp(x, &e); return word(m) * 3 + (isfinite(x) ? (uint)e : 0u); } \
  uint OVER remquo_of(T x, T y) {                                                                              \
    int q = 0;                                                                                                 \
    T r = remquo(x, y, &q);                                                                                    \
    return word(r) * 3 + (isfinite(x) && y != (T)0 && !isnan(y) ? (uint)q & 7u : 0u);                          \
  }                                                                                                            \
  uint OVER fract_of(T x) { T whole; T part = fract(x, &whole); return word(part) * 3 + word(whole); }         \
  uint OVER modf_of(T x) { T whole; T part = modf(x, &whole); return word(part) * 3 + word(whole); }           \
  T OVER sine_of(T x) { T c; return sincos(x, &c); }                                                           \
  T OVER cosine_of(T x) { T c; sincos(x, &c); return c; }                                                      \
  T OVER gamma_of(T x) { int s; return lgamma_r(x, &s); }                                                      \
  T OVER copysign_of(T x, T y) { return isnan(y) ? x : copysign(x, y); }
// A function of the program's own that calls large ones.
#define OWN(T)                                       \
  T OVER own(T x, T y) {                             \
    if (x < y) return tgamma(x);                     \
    const T r = x == y ? erf(x) : powr(fabs(x), y);  \
    return isnan(r) ? (isnan(y) ? sinh(x) : y) : r;  \
  }
// Ways to a constant that only optimisation sees.
#define HIDE(T)                                                                                               \
  T OVER by_array(T x) { T a[5]; for (int e = 0; e < 5; ++e) a[e] = (T)e; a[3] = x; return a[3]; }            \
  T OVER by_choice(T x) { int e = 0; for (int k = 0; k < 4; ++k) e += k; return e == 6 ? x : (T)2; }          \
  T OVER by_vector(T x) { return ((T##4)((T)1, x, (T)2, (T)3)).wzyx.z; }                                      \
  T OVER by_shuffle(T x) { T##2 p = (T##2)((T)1, x); return p.yx.x; }                                         \
  T OVER by_pointer(T x) { T v = x; T* p = &v; *p = x; return *p; }                                           \
  T OVER by_dimensions(T x) { return get_work_dim() < 9 ? x : (T)5; }
#define HIDE_REAL(T)                                                                                          \
  T OVER by_infinity(T x) { T m = (T)INFINITY; for (int k = 0; k < 3; ++k) m = k < 2 ? m : x; return m; }     \
  T OVER by_sign(T x) { return -(-x); }                                                                       \
  T OVER by_scale(T x) { return ldexp(x, 0); }                                                                \
  T OVER by_fma(T x) { return fma(x, (T)1, (T)-0.0f); }
#define REALS(F) F(float) F(double) F(half)
#define INTEGERS(F) F(char) F(uchar) F(short) F(ushort) F(int) F(uint) F(long) F(ulong)
REALS(PLAIN)
REALS(KIND_OF)
REALS(SOME_ONLY)
REALS(OWN)
REALS(HIDE)
REALS(HIDE_REAL)
INTEGERS(HIDE)
