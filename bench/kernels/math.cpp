// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr int kEvaluations = 8;  // as in math.cl

// §7.4: 16 ulp is the widest bound of the functions here; half_ has 8192 ulp, native_ what it
// likes.
constexpr double kExact = 2e-6, kExactDouble = 4e-15, kRough = 1e-3;

struct Range {
  double low, high;
};

/// Between the arguments of two evaluations: a power of two, so that x + k * step rounds once,
/// contracted or not.
double step_of(Range range) {
  return std::exp2(std::floor(std::log2((range.high - range.low) / 2 / kEvaluations)));
}

template <typename T>
Bench function(const Scale& scale, const char* name, const char* f, size_t full_size, Range range) {
  const size_t n = scale(full_size, 500);
  constexpr bool kDouble = sizeof(T) == 8;
  return {
      .name = std::string(name) + (kDouble ? "_double" : ""),
      .kernel = "unary",
      .options = std::string("-DF=") + f + (kDouble ? " -DT=double" : ""),
      .needs = kDouble ? "cl_khr_fp64" : "",
      .global = {n},
      .arguments = {output<T>(n), input<T>(n, uniform(1, range.low, (range.low + range.high) / 2)),
                    value(static_cast<T>(step_of(range)))},
      .check = {},
      .bytes = 2.0 * sizeof(T) * n};
}

using Unary = double (*)(double);
using Binary = double (*)(double, double);

struct UnaryCase {
  const char* f;
  Range range;
  Unary reference;
  double tolerance = kExact;
  const char* name = nullptr;  // f
};

template <typename T>
Bench unary(const Scale& scale, const UnaryCase& c, size_t size) {
  Bench bench = function<T>(scale, c.name ? c.name : c.f, c.f, size, c.range);
  const T step = static_cast<T>(step_of(c.range));
  const double tolerance = sizeof(T) == 8 ? kExactDouble : c.tolerance;
  bench.check = each<T>(0, {.relative = tolerance}, [=, f = c.reference](const Data& d, size_t i) {
    Sum sum;
    for (int k = 0; k < kEvaluations; ++k) sum.add(f(d.get<T>(1)[i] + static_cast<T>(k) * step));
    return sum;
  });
  return bench;
}

struct BinaryCase {
  const char* f;
  Range x, y;
  Binary reference;
  double tolerance = kExact;
};

template <typename T>
Bench binary(const Scale& scale, const BinaryCase& c, size_t size) {
  Bench bench = function<T>(scale, c.f, c.f, size, c.x);
  const size_t n = bench.global[0];
  const T step = static_cast<T>(step_of(c.x));
  const double tolerance = sizeof(T) == 8 ? kExactDouble : c.tolerance;
  bench.kernel = "binary";
  bench.options += " -DBINARY";
  bench.arguments.push_back(input<T>(n, uniform(2, c.y.low, c.y.high)));
  bench.bytes = 3.0 * sizeof(T) * n;
  bench.check = each<T>(0, {.relative = tolerance}, [=, f = c.reference](const Data& d, size_t i) {
    Sum sum;
    for (int k = 0; k < kEvaluations; ++k) {
      sum.add(f(d.get<T>(1)[i] + static_cast<T>(k) * step, d.get<T>(3)[i]));
    }
    return sum;
  });
  return bench;
}

double sine_and_cosine(double x) {
  return std::sin(x) + std::cos(x);
}
double inverse_root(double x) {
  return 1 / std::sqrt(x);
}
double reciprocal(double x) {
  return 1 / x;
}
double power_of_ten(double x) {
  return std::pow(10.0, x);
}
double fifth_power(double x) {
  return std::pow(x, 5.0);
}
double fifth_root(double x) {
  return std::pow(x, 0.2);
}
double sine_of_pi(double x) {
  return std::sin(M_PI * x);
}
double fraction(double x) {
  return x - std::floor(x);
}

// Each reference is a function of its own: the address of an overloaded std:: one is chosen by the
// field's type.
const UnaryCase kFast[] = {
    {"exp", {-20, 20}, std::exp},
    {"exp2", {-30, 30}, std::exp2},
    {"exp10", {-10, 10}, power_of_ten},
    {"expm1", {-2, 2}, std::expm1},
    {"log", {0.001, 1000}, std::log},
    {"log2", {0.001, 1000}, std::log2},
    {"log10", {0.001, 1000}, std::log10},
    {"log1p", {-0.5, 10}, std::log1p},
    {"sin", {-100, 100}, std::sin},
    {"cos", {-100, 100}, std::cos},
    {"sincos_sum", {-100, 100}, sine_and_cosine, kExact, "sincos"},
    {"sinpi", {-20, 20}, sine_of_pi, kExact},
    {"sqrt", {0, 1000}, std::sqrt},
    {"rsqrt", {0.001, 1000}, inverse_root},
    {"cbrt", {-1000, 1000}, std::cbrt},
    {"fract_part", {-1000, 1000}, fraction, kExact, "fract"},
    {"rint", {-1000, 1000}, std::rint},
    {"fifth_power", {-4, 4}, fifth_power, kExact, "pown"},
    {"native_sin", {-3, 3}, std::sin, kRough},
    {"native_cos", {-3, 3}, std::cos, kRough},
    {"native_exp", {-10, 10}, std::exp, kRough},
    {"native_log", {0.1, 1000}, std::log, kRough},
    {"native_rsqrt", {0.1, 1000}, inverse_root, kRough},
    {"native_recip", {0.1, 1000}, reciprocal, kRough},
    {"half_exp", {-10, 10}, std::exp, kRough},
    {"half_sin", {-3, 3}, std::sin, kRough},
    {"half_rsqrt", {0.1, 1000}, inverse_root, kRough},
};

const UnaryCase kSlow[] = {
    {"tan", {-1.2, 1.2}, std::tan},
    {"asin", {-0.99, 0.99}, std::asin},
    {"acos", {-0.99, 0.99}, std::acos},
    {"atan", {-20, 20}, std::atan},
    {"sinh", {-10, 10}, std::sinh},
    {"cosh", {-10, 10}, std::cosh},
    {"tanh", {-5, 5}, std::tanh},
    {"asinh", {-100, 100}, std::asinh},
    {"acosh", {1.1, 100}, std::acosh},
    {"atanh", {-0.95, 0.95}, std::atanh},
    {"erf", {-3, 3}, std::erf},
    {"erfc", {-3, 3}, std::erfc},
    {"fifth_root", {0.01, 1000}, fifth_root, kExact, "rootn"},
};

// §7.4 leaves tgamma's and lgamma's error open or wide.
const UnaryCase kSlowest[] = {
    {"tgamma", {0.5, 20}, std::tgamma, 1e-5},
    {"lgamma", {3, 100}, std::lgamma, 1e-5},
};

const BinaryCase kSlowBinary[] = {
    {"atan2", {-10, 10}, {-10, 10}, std::atan2},
    {"pow", {0.1, 10}, {-5, 5}, std::pow},
    {"powr", {0.1, 10}, {-5, 5}, std::pow},
};

const BinaryCase kFastBinary[] = {
    {"fmod", {0, 1000}, {0.5, 10}, std::fmod},
    {"remainder", {0, 1000}, {0.5, 10}, std::remainder},
    {"hypot", {-100, 100}, {-100, 100}, std::hypot},
    {"fdim", {-10, 10}, {-10, 10}, std::fdim},
    {"native_divide", {0.1, 10}, {0.5, 5}, [](double x, double y) { return x / y; }, kRough},
};

const UnaryCase kDouble[] = {
    {"exp", {-20, 20}, std::exp},   {"log", {0.001, 1000}, std::log},
    {"sin", {-100, 100}, std::sin}, {"cos", {-100, 100}, std::cos},
    {"sqrt", {0, 1000}, std::sqrt}, {"rsqrt", {0.001, 1000}, inverse_root},
    {"tanh", {-5, 5}, std::tanh},   {"cbrt", {-1000, 1000}, std::cbrt},
    {"erf", {-3, 3}, std::erf},     {"atan", {-20, 20}, std::atan},
};

}  // namespace

Family math(const Scale& scale) {
  constexpr size_t kItems = 1 << 20;
  Family family{"math", {}};
  const auto add = [&](Bench bench) { family.benches.push_back(std::move(bench)); };
  for (const UnaryCase& c : kFast) add(unary<float>(scale, c, kItems));
  for (const UnaryCase& c : kSlow) add(unary<float>(scale, c, kItems / 4));
  for (const UnaryCase& c : kSlowest) add(unary<float>(scale, c, kItems / 16));
  for (const BinaryCase& c : kSlowBinary) add(binary<float>(scale, c, kItems / 4));
  for (const BinaryCase& c : kFastBinary) add(binary<float>(scale, c, kItems));
  for (const UnaryCase& c : kDouble) add(unary<double>(scale, c, kItems / 4));
  add(binary<double>(scale, {"pow", {0.1, 10}, {-5, 5}, std::pow}, kItems / 8));
  return family;
}

}  // namespace heddle::bench
