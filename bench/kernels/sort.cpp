// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

/// The output is the input with each block of `block` values sorted.
template <typename T>
Check sorted_blocks(size_t out, size_t in, size_t block) {
  return [=](const Data& d) -> std::string {
    std::vector<T> want(d.get<T>(in), d.get<T>(in) + d.count<T>(in));
    for (auto at = want.begin(); at != want.end(); at += static_cast<ptrdiff_t>(block)) {
      std::sort(at, at + static_cast<ptrdiff_t>(block));
    }
    for (size_t i = 0; i < want.size(); ++i) {
      if (d.get<T>(out)[i] != want[i]) return mismatch(i, d.get<T>(out)[i], want[i]);
    }
    return {};
  };
}

Bench bitonic_global(const Scale& scale) {
  const cl_uint log2 = static_cast<cl_uint>(scale(16, 8));
  const size_t n = size_t{1} << log2;
  const auto values = integers(1);
  Bench bench{.name = "bitonic_global",
              .kernel = "bitonic_step",
              .global = {n / 2},
              .arguments = {in_out<cl_uint>(n, values), value<cl_uint>(0), value<cl_uint>(0)},
              .check = [=](const Data& d) -> std::string {
                std::vector<cl_uint> want(n);
                for (size_t i = 0; i < n; ++i) want[i] = static_cast<cl_uint>(values(i));
                std::sort(want.begin(), want.end());
                for (size_t i = 0; i < n; ++i) {
                  const cl_uint got = d.get<cl_uint>(0)[i];
                  if (got != want[i]) return mismatch(i, got, want[i]);
                }
                return {};
              }};
  for (cl_uint stage = 0; stage < log2; ++stage) {
    for (cl_uint step = stage + 1; step-- > 0;) bench.passes.push_back({{1, stage}, {2, step}});
  }
  return bench;
}

Bench bitonic_local(const Scale& scale) {
  const size_t n = scale(1 << 19, 2048);
  return {.name = "bitonic_local",
          .kernel = "bitonic_local",
          .global = {n / 2},
          .local = {256},
          .arguments = {output<cl_uint>(n), input<cl_uint>(n, integers(1))},
          .check = sorted_blocks<cl_uint>(0, 1, 512),
          .bytes = 8.0 * n};
}

Bench rank_sort(const Scale& scale) {
  const size_t n = scale(8192, 500);
  return {.name = "rank_sort",
          .kernel = "rank_sort",
          .global = {n},
          .arguments = {output<float>(n), input<float>(n, signed_noise(1)),
                        value(static_cast<cl_uint>(n))},
          .check = sorted_blocks<float>(0, 1, n)};
}

Bench insertion_sort(const Scale& scale) {
  constexpr size_t kEach = 16;
  const size_t n = scale(1 << 16, 500);
  return {.name = "insertion_sort",
          .kernel = "insertion_sort",
          .global = {n},
          .arguments = {output<cl_int>(kEach * n), input<cl_int>(kEach * n, integers(1, 1 << 20))},
          .check = [=](const Data& d) -> std::string {
            for (size_t item = 0; item < n; ++item) {
              cl_int want[kEach];
              for (size_t k = 0; k < kEach; ++k) want[k] = d.get<cl_int>(1)[k * n + item];
              std::sort(want, want + kEach);
              for (size_t k = 0; k < kEach; ++k) {
                const cl_int got = d.get<cl_int>(0)[k * n + item];
                if (got != want[k]) return mismatch(k * n + item, got, want[k]);
              }
            }
            return {};
          },
          .bytes = 8.0 * kEach * n};
}

Bench merge_runs(const Scale& scale) {
  const size_t n = scale(1 << 19, 4096), run = scale(4096, 64);
  return {.name = "merge_runs",
          .kernel = "merge_runs",
          .global = {n},
          .arguments = {output<cl_uint>(n),
                        input<cl_uint>(n,
                                       [=](size_t i) {
                                         return i % run * 16 +
                                                scramble(i, 1) % 16;  // ascending in each run
                                       }),
                        value(static_cast<cl_uint>(run))},
          .check = sorted_blocks<cl_uint>(0, 1, 2 * run)};
}

Bench merge_path(const Scale& scale) {
  const size_t n = scale(1 << 20, 4096), part = 16;
  const auto ascending = [=](size_t i) { return i % (n / 2) * 16 + scramble(i, 1) % 16; };
  return {.name = "merge_path",
          .kernel = "merge_path",
          .global = {n / part},
          .arguments = {output<cl_uint>(n), input<cl_uint>(n, ascending),
                        value(static_cast<cl_int>(n / 2)), value(static_cast<cl_int>(part))},
          .check = sorted_blocks<cl_uint>(0, 1, n)};
}

}  // namespace

Family sort(const Scale& scale) {
  return {"sort",
          {bitonic_global(scale), bitonic_local(scale), rank_sort(scale), insertion_sort(scale),
           merge_runs(scale), merge_path(scale)}};
}

}  // namespace heddle::bench
