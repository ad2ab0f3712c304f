// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

/// A permutation of 0 .. n - 1 for n a power of two.
auto permutation(size_t n) {
  return [n](size_t i) { return (i * 2654435761u + 12345) & (n - 1); };
}

Bench gather_from(const Scale& scale, const char* name, size_t table_size) {
  const size_t n = scale(2 << 20, 4096), table = scale(table_size, 1024);
  return {.name = name,
          .kernel = "gather",
          .global = {n},
          .arguments = {output<float>(n), input<float>(table, signed_noise(1)),
                        input<cl_uint>(n, integers(2, table))},
          .check = each<float>(
              0, {}, [](const Data& d, size_t i) { return d.get<float>(1)[d.get<cl_uint>(2)[i]]; }),
          .bytes = 8.0 * n + 4.0 * table};
}

Bench gather_near(const Scale& scale) {
  const size_t n = scale(4 << 20, 4096);
  Bench bench = gather_from(scale, "gather_near", 4 << 20);
  bench.global = {n};
  bench.arguments = {output<float>(n), input<float>(n, signed_noise(1)),
                     input<cl_uint>(n, [n](size_t i) {
                       return std::min(n - 1, i / 64 * 64 + scramble(i, 3) % 64);
                     })};
  bench.bytes = 12.0 * n;
  return bench;
}

Bench gather_in_strides(const Scale& scale) {
  Bench bench = gather_from(scale, "gather_in_strides", 4096);
  bench.kernel = bench.name;
  bench.arguments.push_back(value(static_cast<cl_int>(bench.global[0])));
  bench.global = {bench.global[0] / 64};
  return bench;
}

Bench scatter(const Scale& scale) {
  const size_t n = scale(1 << 20, 4096);
  const auto place = permutation(n);
  return {
      .name = "scatter",
      .kernel = "scatter",
      .global = {n},
      .arguments = {output<float>(n), input<float>(n, signed_noise(1)), input<cl_uint>(n, place)},
      .check = [=](const Data& d) -> std::string {
        for (size_t i = 0; i < n; ++i) {
          const float got = d.get<float>(0)[place(i)], want = d.get<float>(1)[i];
          if (got != want) return mismatch(place(i), got, want);
        }
        return {};
      },
      .bytes = 12.0 * n};
}

Bench gather_float4(const Scale& scale) {
  const size_t n = scale(1 << 20, 4096), table = scale(1 << 16, 1024);
  return {.name = "gather_float4",
          .kernel = "gather_float4",
          .global = {n},
          .arguments = {output<float>(4 * n), input<float>(4 * table, signed_noise(1)),
                        input<cl_uint>(n, integers(2, table))},
          .check = each<float>(0, {},
                               [](const Data& d, size_t i) {
                                 return d.get<float>(1)[4 * d.get<cl_uint>(2)[i / 4] + i % 4];
                               }),
          .bytes = 20.0 * n + 16.0 * table};
}

template <typename T>
Bench lookup(const Scale& scale, const char* name, std::vector<size_t> local) {
  const size_t n = scale(8 << 20, 4096);
  Bench bench{.name = name,
              .kernel = name,
              .global = {n},
              .local = std::move(local),
              .arguments = {output<T>(n), input<uint8_t>(n, integers(1))},
              .check = {},
              .bytes = (1.0 + sizeof(T)) * n};
  bench.arguments.push_back(input<T>(256, integers(2)));
  bench.check =
      each<T>(0, {}, [](const Data& d, size_t i) { return d.get<T>(2)[d.get<uint8_t>(1)[i]]; });
  return bench;
}

Bench interpolate(const Scale& scale) {
  const size_t n = scale(4 << 20, 4096), count = scale(4096, 64);
  return {.name = "interpolate",
          .kernel = "interpolate",
          .global = {n},
          .arguments = {output<float>(n), input<float>(count, [](size_t i) { return 0.01 * i; }),
                        value(static_cast<cl_uint>(count)), input<float>(n, uniform(1))},
          .check = each<float>(0, {.relative = 1e-5, .absolute = 1e-5},
                               [=](const Data& d, size_t i) {
                                 return 0.01 *
                                        (d.get<float>(3)[i] * static_cast<double>(count - 1));
                               }),
          .flops = 5.0 * n,
          .bytes = 8.0 * n};
}

Bench reverse(const Scale& scale) {
  const size_t n = scale(8 << 20, 5000);
  return {.name = "reverse",
          .kernel = "reverse",
          .global = {n},
          .arguments = {output<float>(n), input<float>(n, signed_noise(1))},
          .check = each<float>(0, {},
                               [=](const Data& d, size_t i) { return d.get<float>(1)[n - 1 - i]; }),
          .bytes = 8.0 * n};
}

Bench stride7(const Scale& scale) {
  const size_t n = scale(2 << 20, 5000);
  return {
      .name = "stride7",
      .kernel = "stride7",
      .global = {n},
      .arguments = {output<float>(n), input<float>(7 * n, signed_noise(1))},
      .check = each<float>(0, {}, [](const Data& d, size_t i) { return d.get<float>(1)[7 * i]; }),
      .bytes = 32.0 * n};
}

Bench pointer_chase(const Scale& scale) {
  const size_t n = scale(1 << 16, 4096);
  constexpr cl_uint kSteps = 64;
  return {.name = "pointer_chase",
          .kernel = "pointer_chase",
          .global = {n},
          .arguments = {output<cl_uint>(n), input<cl_uint>(n, permutation(n)), value(kSteps)},
          .check = each<cl_uint>(0, {}, [](const Data& d, size_t i) {
            size_t at = i;
            for (cl_uint k = 0; k < kSteps; ++k) at = d.get<cl_uint>(1)[at];
            return at;
          })};
}

}  // namespace

Family gather(const Scale& scale) {
  return {"gather",
          {gather_from(scale, "gather_small_table", 4096), gather_from(scale, "gather_1M", 1 << 20),
           gather_near(scale), gather_in_strides(scale), scatter(scale), gather_float4(scale),
           lookup<uint8_t>(scale, "lookup_uchar", {}), lookup<float>(scale, "lookup_local", {256}),
           interpolate(scale), reverse(scale), stride7(scale), pointer_chase(scale)}};
}

}  // namespace heddle::bench
