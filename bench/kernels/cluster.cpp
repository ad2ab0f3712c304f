// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr size_t kCoordinates = 8, kCentres = 32;

/// A nearest centre is right if none is nearer by more than what rounding does.
Bench kmeans(const Scale& scale, const char* name, bool rows) {
  const size_t n = scale(1 << 17, 1000);
  return {
      .name = name,
      .kernel = name,
      .global = {n},
      .arguments = {output<cl_uint>(n), input<float>(n * kCoordinates, uniform(1)),
                    input<float>(kCentres * kCoordinates, uniform(2)), value<cl_uint>(kCentres)},
      .check = [=](const Data& d) -> std::string {
        for (size_t i = 0; i < n; i += 7) {
          const auto distance = [&](size_t centre) {
            double sum = 0;
            for (size_t k = 0; k < kCoordinates; ++k) {
              const size_t at = rows ? i * kCoordinates + k : k * n + i;
              const double difference =
                  double{d.get<float>(1)[at]} - d.get<float>(2)[centre * kCoordinates + k];
              sum += difference * difference;
            }
            return sum;
          };
          const cl_uint got = d.get<cl_uint>(0)[i];
          for (cl_uint c = 0; c < kCentres; ++c) {
            if (got >= kCentres || distance(c) < distance(got) * (1 - 1e-5))
              return mismatch(i, got, c);
          }
        }
        return {};
      },
      .flops = 3.0 * kCoordinates * kCentres * n,
      .bytes = (4.0 * kCoordinates + 4) * n};
}

Bench distance_matrix(const Scale& scale) {
  const size_t n = scale(2048, 100), m = scale(1024, 30);
  return {.name = "distance_matrix",
          .kernel = "distance_matrix",
          .global = {n, m},
          .arguments = {output<float>(n * m), input<float>(n * kCoordinates, uniform(1)),
                        input<float>(m * kCoordinates, uniform(2))},
          .check = each<float>(0, {.relative = 1e-5, .absolute = 1e-6},
                               [=](const Data& d, size_t at) {
                                 double sum = 0;
                                 for (size_t k = 0; k < kCoordinates; ++k) {
                                   const double difference =
                                       double{d.get<float>(1)[k * n + at % n]} -
                                       d.get<float>(2)[at / n * kCoordinates + k];
                                   sum += difference * difference;
                                 }
                                 return std::sqrt(sum);
                               }),
          .flops = (3.0 * kCoordinates + 1) * n * m,
          .bytes = 4.0 * n * m};
}

Bench hamming_nearest(const Scale& scale) {
  const size_t n = scale(1 << 14, 500), count = scale(1024, 50);
  const auto words = [](uint64_t seed) { return [seed](size_t i) { return scramble(i, seed); }; };
  return {.name = "hamming_nearest",
          .kernel = "hamming_nearest",
          .global = {n},
          .arguments = {output<cl_uint>(n), input<uint64_t>(n, words(1)),
                        input<uint64_t>(count, words(2)), value(static_cast<cl_uint>(count))},
          .check = each<cl_uint>(0, {.samples = 1000}, [=](const Data& d, size_t i) {
            const auto distance = [&](size_t k) {
              return std::popcount(d.get<uint64_t>(1)[i] ^ d.get<uint64_t>(2)[k]);
            };
            size_t nearest = 0;
            for (size_t k = 1; k < count; ++k) {
              if (distance(k) < distance(nearest)) nearest = k;
            }
            return nearest;
          })};
}

}  // namespace

Family cluster(const Scale& scale) {
  return {"cluster",
          {kmeans(scale, "kmeans_assign", false), kmeans(scale, "kmeans_assign_rows", true),
           distance_matrix(scale), hamming_nearest(scale)}};
}

}  // namespace heddle::bench
