// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

using Half = _Float16;

constexpr const char* kNeeds = "cl_khr_fp16";
constexpr double kUnit = 0x1p-11;  // half a place of the numbers next to one

double at(const Data& data, size_t argument, size_t index) {
  return static_cast<double>(data.get<Half>(argument)[index]);
}

Bench saxpy(const Scale& scale) {
  const size_t n = scale(16 << 20, 5000);
  const auto y = signed_noise(1);
  return {.name = "saxpy",
          .kernel = "saxpy",
          .needs = kNeeds,
          .global = {n},
          .arguments = {in_out<Half>(n, y), input<Half>(n, signed_noise(2)), value<Half>(0.75)},
          .check = each<Half>(0, {.relative = 2 * kUnit, .absolute = kUnit},
                              [=](const Data& d, size_t i) {
                                return 0.75 * at(d, 1, i) +
                                       static_cast<double>(static_cast<Half>(y(i)));
                              }),
          .flops = 2.0 * n,
          .bytes = 6.0 * n};
}

/// `function` of each element.
template <typename F>
Bench of_each(const Scale& scale, const char* name, double flops, F function) {
  const size_t n = scale(8 << 20, 5000);
  return {.name = name,
          .kernel = name,
          .needs = kNeeds,
          .global = {n},
          .arguments = {output<Half>(n), input<Half>(n, signed_noise(1))},
          .check = each<Half>(0, {.relative = 8 * kUnit, .absolute = 8 * kUnit},
                              [=](const Data& d, size_t i) { return function(at(d, 1, i)); }),
          .flops = flops * n,
          .bytes = 4.0 * n};
}

double polynomial(double x) {
  double sum = 0.125;
  for (int i = 0; i < 16; ++i) sum = sum * x - 0.75;
  return sum;
}

double softplus(double x) {
  return std::max(x, 0.0) + std::log(1 + std::exp(-std::abs(x)));
}

Bench sum(const Scale& scale) {
  constexpr size_t kGroup = 256;
  const size_t n = scale(8 << 20, 4096);
  return {.name = "sum",
          .kernel = "sum",
          .needs = kNeeds,
          .global = {n},
          .local = {kGroup},
          .arguments = {output<Half>(n / kGroup), input<Half>(n, signed_noise(1)),
                        local_memory(kGroup * sizeof(Half))},
          .check = each<Half>(0, {.relative = 8 * kUnit},
                              [](const Data& d, size_t g) {
                                Sum sum;
                                for (size_t i = 0; i < kGroup; ++i)
                                  sum.add(at(d, 1, g * kGroup + i));
                                return sum;
                              }),
          .flops = 1.0 * n,
          .bytes = 2.0 * n};
}

Bench product(const Scale& scale, const char* kernel, size_t width) {
  const size_t n = scale(384, 40);
  return {.name = kernel,
          .kernel = kernel,
          .needs = kNeeds,
          .global = {n / width, n},
          .arguments = {output<Half>(n * n), input<Half>(n * n, signed_noise(1)),
                        input<Half>(n * n, signed_noise(2)), value(static_cast<cl_int>(n))},
          .check = each<Half>(0, {.relative = 40 * kUnit, .samples = 300},
                              [=](const Data& d, size_t i) {
                                Sum sum;
                                for (size_t k = 0; k < n; ++k)
                                  sum.add(at(d, 1, i / n * n + k) * at(d, 2, k * n + i % n));
                                return sum;
                              }),
          .flops = 2.0 * n * n * n,
          .bytes = 6.0 * n * n};
}

}  // namespace

Family half(const Scale& scale) {
  return {"half",
          {saxpy(scale), of_each(scale, "polynomial", 32, polynomial),
           of_each(scale, "softplus", 3, softplus), sum(scale), product(scale, "product", 1),
           product(scale, "product4", 4)}};
}

}  // namespace heddle::bench
