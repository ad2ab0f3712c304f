// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

template <typename T>
constexpr bool kIsDouble = std::is_same_v<T, double>;

template <typename T>
Tolerance product_tolerance(size_t n) {
  if constexpr (std::is_integral_v<T>) return {.samples = 300};
  const double unit = sizeof(T) == 8 ? 1e-14 : sizeof(T) == 4 ? 2e-6 : 1e-3;
  return {.relative = unit, .absolute = unit * std::sqrt(static_cast<double>(n)), .samples = 300};
}

struct Shape {
  const char* name;
  const char* kernel;
  size_t n, small;
  std::vector<size_t> local = {};
  size_t per_item_x = 1, per_item_y = 1;  // results of one work-item
  bool transposed_b = false;
};

/// C of type R from A and B of type T.
template <typename T, typename R = T>
Bench product(const Scale& scale, Shape shape) {
  const size_t n = scale(shape.n, shape.small);
  const bool transposed = shape.transposed_b;
  const auto noise = [](uint64_t seed) {
    const double range = std::is_integral_v<T> ? 100 : 1;
    return uniform(seed, -range, range);
  };
  return {.name = shape.name,
          .kernel = shape.kernel,
          .options = kIsDouble<T> ? "-DT=double" : "",
          .needs = kIsDouble<T> ? "cl_khr_fp64" : "",
          .global = {n / shape.per_item_x, n / shape.per_item_y},
          .local = shape.local,
          .arguments = {output<R>(n * n), input<T>(n * n, noise(1)), input<T>(n * n, noise(2)),
                        value(static_cast<cl_int>(n))},
          .check = each<R>(0, product_tolerance<R>(n),
                           [=](const Data& d, size_t i) {
                             const size_t row = i / n, column = i % n;
                             double sum = 0;
                             for (size_t k = 0; k < n; ++k) {
                               const size_t at = transposed ? column * n + k : k * n + column;
                               sum += static_cast<double>(d.get<T>(1)[row * n + k]) *
                                      static_cast<double>(d.get<T>(2)[at]);
                             }
                             return sum;
                           }),
          .flops = std::is_integral_v<T> ? 0.0 : 2.0 * n * n * n,
          .bytes = (2.0 * sizeof(T) + sizeof(R)) * n * n,
          .precision = kIsDouble<T> ? Precision::kDouble : Precision::kSingle};
}

/// y = A * x, `group` work-items for each row (0: one, no local memory).
template <typename T>
Bench vector_product(const Scale& scale, const char* name, const char* kernel, size_t group,
                     bool transposed) {
  const size_t n = scale(kIsDouble<T> ? 2048 : 4096, 128);
  Bench bench{.name = name,
              .kernel = kernel,
              .options = kIsDouble<T> ? "-DT=double" : "",
              .needs = kIsDouble<T> ? "cl_khr_fp64" : "",
              .global = {group ? n * group : n},
              .local = {},
              .arguments = {output<T>(n), input<T>(n * n, signed_noise(1)),
                            input<T>(n, signed_noise(2)), value(static_cast<cl_int>(n))},
              .check = each<T>(0, product_tolerance<T>(n),
                               [=](const Data& d, size_t i) {
                                 double sum = 0;
                                 for (size_t k = 0; k < n; ++k) {
                                   const size_t at = transposed ? k * n + i : i * n + k;
                                   sum += double{d.get<T>(1)[at]} * double{d.get<T>(2)[k]};
                                 }
                                 return sum;
                               }),
              .flops = 2.0 * n * n,
              .bytes = 1.0 * sizeof(T) * n * n,
              .precision = kIsDouble<T> ? Precision::kDouble : Precision::kSingle};
  if (group) {
    bench.local = {group};
    bench.arguments.push_back(local_memory(group * sizeof(T)));
  }
  return bench;
}

}  // namespace

Family gemm(const Scale& scale) {
  return {"gemm",
          {product<float>(scale, {"naive_384", "gemm_naive", 384, 40}),
           product<float>(scale, {"naive_512", "gemm_naive", 512, 48}),
           product<float>(scale, {"naive_512_local16x16", "gemm_naive", 512, 48, {16, 16}}),
           product<float>(scale, {"naive_rows_384", "gemm_naive_rows", 384, 40}),
           product<float>(scale, {.name = "transposed_b_384",
                                  .kernel = "gemm_transposed_b",
                                  .n = 384,
                                  .small = 40,
                                  .transposed_b = true}),
           product<float>(scale, {"in_memory_512", "gemm_in_memory", 512, 48}),
           product<float>(scale, {.name = "in_memory_transposed_b_384",
                                  .kernel = "gemm_in_memory_transposed_b",
                                  .n = 384,
                                  .small = 40,
                                  .transposed_b = true}),
           product<float>(scale, {"columns_512", "gemm_columns", 512, 48, {}, 1, 8}),
           product<float>(scale, {"tiled_1024", "gemm_tiled", 1024, 64, {16, 16}}),
           product<float>(scale, {"blocked_1024", "gemm_blocked", 1024, 128, {16, 16}, 4, 4}),
           product<float>(scale, {"tall_512", "gemm_tall", 512, 64, {16, 4}, 4, 4}),
           product<double>(scale, {"naive_double_384", "gemm_naive", 384, 40}),
           product<double>(scale, {"tiled_double_512", "gemm_tiled", 512, 64, {16, 16}}),
           product<double>(scale, {"blocked_double_512", "gemm_blocked", 512, 128, {16, 16}, 4, 4}),
           product<_Float16>(scale, {"half_384", "gemm_half", 384, 40}),
           product<int8_t, int32_t>(scale, {"int8_512", "gemm_int8", 512, 48}),
           vector_product<float>(scale, "gemv_rows", "gemv_rows", 0, false),
           vector_product<float>(scale, "gemv_transposed", "gemv_transposed", 0, true),
           vector_product<float>(scale, "gemv_group", "gemv_group", 64, false),
           vector_product<double>(scale, "gemv_rows_double", "gemv_rows", 0, false),
           vector_product<double>(scale, "gemv_transposed_double", "gemv_transposed", 0, true)}};
}

}  // namespace heddle::bench
