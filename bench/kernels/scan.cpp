// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr size_t kGroup = 256;

Bench hillis_steele(const Scale& scale) {
  const size_t n = scale(1 << 20, 4096);
  return {
      .name = "hillis_steele",
      .kernel = "scan_hillis_steele",
      .global = {n},
      .local = {kGroup},
      .arguments = {output<cl_uint>(n), input<cl_uint>(n, integers(1)),
                    local_memory(kGroup * sizeof(cl_uint)), local_memory(kGroup * sizeof(cl_uint))},
      .check = each<cl_uint>(0, {},
                             [](const Data& d, size_t i) {
                               const cl_uint* in = d.get<cl_uint>(1);
                               return std::accumulate(in + i / kGroup * kGroup, in + i + 1,
                                                      cl_uint{0});
                             }),
      .bytes = 8.0 * n};
}

Bench blelloch(const Scale& scale) {
  const size_t n = scale(2 << 20, 4096);
  return {.name = "blelloch",
          .kernel = "scan_blelloch",
          .global = {n / 2},
          .local = {kGroup},
          .arguments = {output<float>(n), input<float>(n, uniform(1)),
                        local_memory(2 * kGroup * sizeof(float))},
          .check = each<float>(0, {.relative = 1e-5},
                               [](const Data& d, size_t i) {
                                 const float* in = d.get<float>(1);
                                 return std::accumulate(in + i / (2 * kGroup) * 2 * kGroup, in + i,
                                                        0.0);
                               }),
          .bytes = 8.0 * n};
}

std::string check_compaction(const Data& d, cl_uint limit) {
  const cl_uint* in = d.get<cl_uint>(2);
  for (size_t base = 0; base < d.count<cl_uint>(2); base += kGroup) {
    cl_uint kept = 0;
    for (size_t i = base; i < base + kGroup; ++i) {
      if (in[i] >= limit) continue;
      const cl_uint got = d.get<cl_uint>(0)[base + kept++];
      if (got != in[i]) return mismatch(i, got, in[i]);
    }
    const cl_uint counted = d.get<cl_uint>(1)[base / kGroup];
    if (counted != kept) return mismatch(base / kGroup, counted, kept);
  }
  return {};
}

Bench compact(const Scale& scale) {
  const size_t n = scale(1 << 20, 4096);
  constexpr cl_uint kLimit = 400;
  return {.name = "compact",
          .kernel = "compact",
          .global = {n},
          .local = {kGroup},
          .arguments = {output<cl_uint>(n), output<cl_uint>(n / kGroup),
                        input<cl_uint>(n, integers(1, 1000)), value(kLimit),
                        local_memory(kGroup * sizeof(cl_uint))},
          .check = [](const Data& d) { return check_compaction(d, kLimit); },
          .bytes = 8.0 * n};
}

Bench table(const Scale& scale, bool columns) {
  const size_t width = scale(2048, 70), height = scale(1024, 30);
  Bench bench{.name = columns ? "columns" : "rows",
              .kernel = columns ? "scan_columns" : "scan_rows",
              .global = {columns ? width : height},
              .arguments = {output<float>(width * height), input<float>(width * height, uniform(1)),
                            value(static_cast<cl_uint>(width))},
              .check = each<float>(0, {.relative = 1e-4, .samples = 1000},
                                   [=](const Data& d, size_t at) {
                                     const size_t x = at % width, y = at / width;
                                     double sum = 0;
                                     for (size_t k = 0; k <= (columns ? y : x); ++k) {
                                       sum +=
                                           d.get<float>(1)[columns ? k * width + x : y * width + k];
                                     }
                                     return sum;
                                   }),
              .flops = 1.0 * width * height,
              .bytes = 8.0 * width * height};
  if (columns) bench.arguments.push_back(value(static_cast<cl_uint>(height)));
  return bench;
}

}  // namespace

Family scan(const Scale& scale) {
  return {"scan",
          {hillis_steele(scale), blelloch(scale), compact(scale), table(scale, true),
           table(scale, false)}};
}

}  // namespace heddle::bench
