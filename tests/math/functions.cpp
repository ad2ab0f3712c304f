// SPDX-License-Identifier: Apache-2.0
#include "functions.h"

#include <algorithm>
#include <string_view>

namespace math_check {

namespace {

// The double result is not exact either.
constexpr const char* kRounded = "0.500001";

constexpr const char* kOdd[] = {
    "asin",        "asinh",          "asinpi",      "atan",       "atanh",      "atanpi",
    "cbrt",        "ceil",           "erf",         "expm1",      "floor",      "log1p",
    "modf_part",   "modf_whole",     "rint",        "round",      "sin",        "sinh",
    "sinpi",       "sqrt",           "sincos_sine", "tan",        "tanh",       "tanpi",
    "trunc",       "half_sin",       "half_tan",    "native_sin", "native_tan", "half_sqrt",
    "native_sqrt", "frexp_fraction", "fract_part",  "fract_whole"};

constexpr Function kExact[] = {
    {"acos", "4"},
    {"acosh", "4"},
    {"acospi", "5"},
    {"asin", "4"},
    {"asinh", "4"},
    {"asinpi", "5"},
    {"atan", "5"},
    {"atanh", "5"},
    {"atanpi", "5"},
    {"cbrt", "2"},
    {"ceil", "0"},
    {"cos", "4"},
    {"cosh", "4"},
    {"cospi", "4"},
    {"erfc", "16"},
    {"erf", "16"},
    {"exp", "3"},
    {"exp2", "3"},
    {"exp10", "3"},
    {"exponent", "0"},
    {"expm1", "3"},
    {"fabs", "0"},
    {"floor", "0"},
    {"fract_part", "1"},  // below one: the double result may be nearer to it
    {"fract_whole", "0"},
    {"frexp_exponent", "0"},
    {"frexp_fraction", "0"},
    {"lgamma", "fmax(8.0, ulps(1e-5))"},
    {"lgamma_sign", "0"},
    {"lgamma_value", "fmax(8.0, ulps(1e-5))"},
    {"log", "3"},
    {"log2", "3"},
    {"log10", "3"},
    {"log1p", "2"},
    {"logb", "0"},
    {"modf_part", "0"},
    {"modf_whole", "0"},
    {"one_over", "2.5"},
    {"rint", "0"},
    {"round", "0"},
    {"rsqrt", "2"},
    {"sin", "4"},
    {"sincos_cosine", "4"},
    {"sincos_sine", "4"},
    {"sinh", "4"},
    {"sinpi", "4"},
    {"sqrt", kRounded},
    {"tan", "5"},
    {"tanh", "5"},
    {"tanpi", "6"},
    {"tgamma", "16"},
    {"trunc", "0"},
};

constexpr const char* kHalf = "8192";
constexpr const char* kNormal = "isnormal(x) && !is_tiny(r) && isfinite((float)r)";
constexpr const char* kLogarithms = "x < 0 || (isnormal(x) && !is_tiny(r) && isfinite((float)r))";
constexpr const char* kPowers = "!is_tiny(x) && fabs(r) > 0x1p-125 && fabs(r) < 0x1p127";

constexpr Function kRough[] = {
    {"half_cos", kHalf, "cos", "fabs(x) <= 0x1p16f", true},
    {"half_exp", kHalf, "exp", "true", true},
    {"half_exp2", kHalf, "exp2", "true", true},
    {"half_exp10", kHalf, "exp10", "true", true},
    {"half_log", kHalf, "log", "true", true},
    {"half_log2", kHalf, "log2", "true", true},
    {"half_log10", kHalf, "log10", "true", true},
    {"half_recip", kHalf, "one_over", "true", true},
    {"half_rsqrt", kHalf, "rsqrt", "true", true},
    {"half_sin", kHalf, "sin", "fabs(x) <= 0x1p16f", true},
    {"half_sqrt", kHalf, "sqrt", "true", true},
    {"half_tan", kHalf, "tan", "fabs(x) <= 0x1p16f", true},
    {"native_cos", "ulps(fabs(x) <= 4.0f ? 0x1p-16 : 1 + fabs(r))", "cos", "isfinite(x)"},
    {"native_exp", "128", "exp", kPowers},
    {"native_exp2", "128", "exp2", kPowers},
    {"native_exp10", "1024", "exp10", kPowers},
    {"native_log", "ulps(0x1p-16) + 256", "log", kLogarithms},
    {"native_log2", "ulps(0x1p-16) + 256", "log2", kLogarithms},
    {"native_log10", "ulps(0x1p-16) + 256", "log10", kLogarithms},
    {"native_recip", "8192", "one_over", kPowers},
    {"native_rsqrt", "8192", "rsqrt", kNormal},
    {"native_sin", "ulps(fabs(x) <= 4.0f ? 0x1p-16 : 1 + fabs(r))", "sin", "isfinite(x)"},
    {"native_sqrt", "8192", "sqrt", kNormal},
    {"native_tan", "ulps(0x1p-10) * (1 + r * r)", "tan", "fabs(x) <= 4.0f"},
};

constexpr const char* kFinite = "isfinite(x) && isfinite((float)r)";
constexpr const char* kPi = "fabs(x) <= 3.14159265f";
constexpr const char* kFewUlp = "3 + floor(fabs(2 * x))";
constexpr const char* kLogarithm = "x >= 0.5f && x <= 2.0f ? ulps(0x1p-21) : 3";
constexpr const char* kPositive = "x > 0 && isfinite(x)";

constexpr Function kRelaxed[] = {
    {"acos", "4096", nullptr, "fabs(x) <= 1.0f"},
    {"asin", "4096", nullptr, "fabs(x) <= 1.0f"},
    {"atan", "4096", nullptr, kFinite},
    {"cbrt", "4", nullptr, kFinite},
    {"cos", "ulps(0x1p-11)", nullptr, kPi},
    {"cospi", "ulps(0x1p-11)", nullptr, "fabs(x) <= 1.0f"},
    {"exp", kFewUlp, nullptr, kFinite},
    {"exp2", kFewUlp, nullptr, kFinite},
    {"log", kLogarithm, nullptr, kPositive},
    {"log2", kLogarithm, nullptr, kPositive},
    {"log10", kLogarithm, nullptr, kPositive},
    {"one_over", "2.5", nullptr, kNormal},
    {"sin", "ulps(0x1p-11)", nullptr, kPi},
    {"sinpi", "ulps(0x1p-11)", nullptr, "fabs(x) <= 1.0f"},
};

}  // namespace

bool is_odd(const Function& function) {
  return std::ranges::find(kOdd, std::string_view(function.name)) != std::end(kOdd);
}
std::span<const Function> exact_functions() {
  return kExact;
}
std::span<const Function> rough_functions() {
  return kRough;
}
std::span<const Function> relaxed_functions() {
  return kRelaxed;
}

}  // namespace math_check
