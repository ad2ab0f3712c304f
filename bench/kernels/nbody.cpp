// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

/// Adds what all bodies do to body i along one axis; force(square of the distance, k) is a factor
/// of the difference.
template <typename T, typename F>
Sum force_on(const Data& d, size_t i, size_t axis, F force) {
  const T* bodies = d.get<T>(1);
  Sum sum;
  for (size_t k = 0; k < d.count<T>(1) / 4; ++k) {
    double square = 0;
    for (size_t a = 0; a < 3; ++a) {
      const double difference = bodies[4 * k + a] - bodies[4 * i + a];
      square += difference * difference;
    }
    sum.add((bodies[4 * k + axis] - bodies[4 * i + axis]) * force(square, k));
  }
  return sum;
}

template <typename T>
Bench gravity(const Scale& scale, const char* name, const char* kernel, size_t group) {
  constexpr bool kDouble = sizeof(T) == 8;
  const size_t n = scale(kDouble ? 2048 : 4096, 256);
  Bench bench{
      .name = name,
      .kernel = kernel,
      .options = kDouble ? "-DT=double -DT4=double4" : "",
      .needs = kDouble ? "cl_khr_fp64" : "",
      .global = {n},
      .arguments = {output<T>(4 * n), input<T>(4 * n, uniform(1)), value(static_cast<cl_uint>(n))},
      .check = each<T>(0, {.relative = kDouble ? 1e-13 : 1e-5, .samples = 400},
                       [](const Data& d, size_t i) {
                         if (i % 4 == 3) return Sum{};
                         return force_on<T>(d, i / 4, i % 4, [&](double square, size_t k) {
                           const double r2 = square + static_cast<T>(0.01);
                           return d.get<T>(1)[4 * k + 3] / (r2 * std::sqrt(r2));
                         });
                       }),
      .flops = 20.0 * n * n,
      .bytes = 8.0 * sizeof(T) * n,
      .precision = kDouble ? Precision::kDouble : Precision::kSingle};
  if (group) {
    bench.local = {group};
    bench.arguments.push_back(local_memory(group * 4 * sizeof(T)));
  }
  return bench;
}

Bench lennard_jones(const Scale& scale) {
  const size_t n = scale(4096, 256);
  constexpr float kCutoff2 = 0.04f;
  return {.name = "lennard_jones",
          .kernel = "lennard_jones",
          .global = {n},
          .local = {64},
          .arguments = {output<float>(4 * n), input<float>(4 * n, uniform(1)),
                        value(static_cast<cl_uint>(n)), value(kCutoff2)},
          .check =
              each<float>(0, {.relative = 1e-4, .absolute = 1e-3, .samples = 400, .outliers = 0.01},
                          [](const Data& d, size_t i) {
                            if (i % 4 == 3) return Sum{};
                            return force_on<float>(d, i / 4, i % 4, [](double square, size_t) {
                              if (square >= kCutoff2 || square == 0) return 0.0;
                              const double inverse2 = 1 / (square + 0.05);
                              const double inverse6 = inverse2 * inverse2 * inverse2;
                              return -inverse2 * inverse6 * (inverse6 - 0.5);
                            });
                          })};
}

}  // namespace

Family nbody(const Scale& scale) {
  return {"nbody",
          {gravity<float>(scale, "direct", "nbody_direct", 0),
           gravity<float>(scale, "tiled", "nbody_tiled", 64),
           gravity<double>(scale, "direct_double", "nbody_direct", 0), lennard_jones(scale)}};
}

}  // namespace heddle::bench
