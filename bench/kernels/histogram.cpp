// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr size_t kBins = 256;

/// Bytes with a peak in the middle.
auto pixels() {
  return [](size_t i) {
    const uint64_t x = scramble(i, 1);
    return ((x & 255) + (x >> 8 & 255)) / 2;
  };
}

/// Counts of the bytes of argument 1.
std::string check_counts(const Data& d) {
  std::vector<cl_uint> want(kBins);
  for (size_t i = 0; i < d.count<uint8_t>(1); ++i) ++want[d.get<uint8_t>(1)[i]];
  for (size_t i = 0; i < kBins; ++i) {
    if (d.get<cl_uint>(0)[i] != want[i]) return mismatch(i, d.get<cl_uint>(0)[i], want[i]);
  }
  return {};
}

Bench global_atomics(const Scale& scale) {
  const size_t n = scale(1 << 20, 5000);
  return {.name = "global_atomics",
          .kernel = "histogram_global",
          .global = {n},
          .arguments = {in_out<cl_uint>(kBins, zeros()), input<uint8_t>(n, pixels())},
          .check = check_counts};
}

Bench local_atomics(const Scale& scale) {
  constexpr size_t kEach = 16;
  const size_t n = scale(4 << 20, 1 << 14);
  return {.name = "local_atomics",
          .kernel = "histogram_local",
          .global = {n / kEach},
          .local = {256},
          .arguments = {in_out<cl_uint>(kBins, zeros()), input<uint8_t>(n, pixels()),
                        value<cl_uint>(kEach)},
          .check = check_counts,
          .bytes = 1.0 * n};
}

Bench private_bins(const Scale& scale) {
  constexpr size_t kEach = 256;
  const size_t items = scale(1 << 14, 200);
  return {.name = "private_bins",
          .kernel = "histogram_private",
          .global = {items},
          .arguments = {output<cl_uint>(16 * items), input<uint8_t>(items * kEach, pixels()),
                        value<cl_uint>(kEach)},
          .check = each<cl_uint>(0, {},
                                 [=](const Data& d, size_t at) {
                                   cl_uint count = 0;
                                   for (size_t k = 0; k < kEach; ++k) {
                                     count += d.get<uint8_t>(1)[k * items + at % items] >> 4 ==
                                              static_cast<int>(at / items);
                                   }
                                   return count;
                                 }),
          .bytes = 1.0 * items * kEach};
}

Bench tickets(const Scale& scale) {
  const size_t n = scale(1 << 19, 3000);
  return {.name = "tickets",
          .kernel = "tickets",
          .global = {n},
          .arguments = {in_out<cl_uint>(1, zeros()), output<cl_uint>(n)},
          .check = [=](const Data& d) -> std::string {
            std::vector<cl_uint> taken(d.get<cl_uint>(1), d.get<cl_uint>(1) + n);
            std::sort(taken.begin(), taken.end());
            for (cl_uint i = 0; i < n; ++i) {
              if (taken[i] != i) return mismatch(i, taken[i], i);
            }
            return {};
          }};
}

Bench extrema(const Scale& scale) {
  const size_t n = scale(1 << 20, 3000);
  return {.name = "atomic_extrema",
          .kernel = "atomic_extrema",
          .global = {n},
          .arguments = {in_out<cl_int>(2, zeros()),
                        input<cl_int>(
                            n, [](size_t i) { return static_cast<int32_t>(scramble(i, 1)); })},
          .check = each<cl_int>(0, {}, [=](const Data& d, size_t i) {
            const cl_int* in = d.get<cl_int>(1);
            return i ? *std::max_element(in, in + n) : *std::min_element(in, in + n);
          })};
}

Bench weighted(const Scale& scale) {
  const size_t n = scale(1 << 19, 3000);
  return {.name = "float_exchange",
          .kernel = "histogram_weighted",
          .global = {n},
          .arguments = {in_out<float>(kBins, zeros()), input<uint8_t>(n, pixels()),
                        input<float>(n, uniform(2))},
          .check = each<float>(0, {.relative = 1e-4}, [=](const Data& d, size_t bin) {
            Sum sum;
            for (size_t i = 0; i < n; ++i) {
              if (d.get<uint8_t>(1)[i] == bin) sum.add(d.get<float>(2)[i]);
            }
            return sum;
          })};
}

}  // namespace

Family histogram(const Scale& scale) {
  return {"histogram",
          {global_atomics(scale), local_atomics(scale), private_bins(scale), tickets(scale),
           extrema(scale), weighted(scale)}};
}

}  // namespace heddle::bench
