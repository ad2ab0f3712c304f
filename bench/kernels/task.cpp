// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr Tolerance kTight{.relative = 1e-6, .absolute = 1e-6};

Bench add(const Scale& scale) {
  const size_t n = scale(4 << 20, 5000);
  return {.name = "add",
          .kernel = "add",
          .global = {1},
          .arguments = {output<float>(n), input<float>(n, signed_noise(1)),
                        input<float>(n, signed_noise(2)), value(static_cast<cl_int>(n))},
          .check = each<float>(
              0, kTight,
              [](const Data& d, size_t i) { return d.get<float>(1)[i] + d.get<float>(2)[i]; }),
          .flops = 1.0 * n,
          .bytes = 12.0 * n};
}

Bench dot_product(const Scale& scale, const char* name, const char* options) {
  const size_t n = scale(4 << 20, 5000);
  return {.name = name,
          .kernel = "dot_product",
          .options = options,
          .global = {1},
          .arguments = {output<float>(1), input<float>(n, uniform(1, 0, 1)),
                        input<float>(n, uniform(2, -1, 1)), value(static_cast<cl_int>(n))},
          .check = each<float>(0, {.relative = 2e-4},
                               [](const Data& d, size_t) {
                                 Sum sum;
                                 for (size_t i = 0; i < d.count<float>(1); ++i)
                                   sum.add(double{d.get<float>(1)[i]} * d.get<float>(2)[i]);
                                 return sum;
                               }),
          .flops = 2.0 * n,
          .bytes = 8.0 * n};
}

Bench matrix_product(const Scale& scale) {
  const size_t n = scale(256, 33);
  return {.name = "matrix_product",
          .kernel = "matrix_product",
          .global = {1},
          .arguments = {output<float>(n * n), input<float>(n * n, signed_noise(1)),
                        input<float>(n * n, signed_noise(2)), value(static_cast<cl_int>(n))},
          .check = each<float>(0, {.relative = 1e-5},
                               [n](const Data& d, size_t i) {
                                 Sum sum;
                                 for (size_t k = 0; k < n; ++k)
                                   sum.add(double{d.get<float>(1)[i / n * n + k]} *
                                           d.get<float>(2)[k * n + i % n]);
                                 return sum;
                               }),
          .flops = 2.0 * n * n * n,
          .bytes = 12.0 * n * n};
}

Bench exponential(const Scale& scale) {
  const size_t n = scale(4 << 20, 5000);
  return {
      .name = "exponential",
      .kernel = "exponential",
      .global = {1},
      .arguments = {output<float>(n), input<float>(n, uniform(1, -20, 20)),
                    value(static_cast<cl_int>(n))},
      .check = each<float>(
          0, kTight, [](const Data& d, size_t i) { return std::exp(double{d.get<float>(1)[i]}); }),
      .bytes = 8.0 * n};
}

Bench window(const Scale& scale) {
  const size_t n = scale(1 << 20, 4096), taps = 16;
  return {.name = "window",
          .kernel = "window",
          .global = {1},
          .local = {1},
          .arguments = {output<float>(n), input<float>(n + taps, signed_noise(1)),
                        input<float>(taps, signed_noise(2)), value(static_cast<cl_int>(n))},
          .check = each<float>(0, {.relative = 1e-5},
                               [=](const Data& d, size_t i) {
                                 Sum sum;
                                 for (size_t k = 0; k < taps; ++k)
                                   sum.add(double{d.get<float>(1)[i + k]} * d.get<float>(2)[k]);
                                 return sum;
                               }),
          .flops = 2.0 * n * taps,
          .bytes = 8.0 * n};
}

}  // namespace

Family task(const Scale& scale) {
  return {"task",
          {add(scale), dot_product(scale, "dot_product", ""),
           dot_product(scale, "dot_product_relaxed", "-cl-fast-relaxed-math"),
           matrix_product(scale), exponential(scale), window(scale)}};
}

}  // namespace heddle::bench
