// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr float kFactor = 0.75f;
constexpr Tolerance kTight{.relative = 1e-6, .absolute = 1e-7};

Bench copy_float(const Scale& scale) {
  const size_t n = scale(8 << 20, 5000);
  return {.name = "copy_float",
          .kernel = "copy_float",
          .global = {n},
          .arguments = {output<float>(n), input<float>(n, signed_noise(1))},
          .check = each<float>(0, {}, [](const Data& d, size_t i) { return d.get<float>(1)[i]; }),
          .bytes = 8.0 * n};
}

Bench add_float(const Scale& scale) {
  const size_t n = scale(8 << 20, 5000);
  return {.name = "add_float",
          .kernel = "add_float",
          .global = {n},
          .arguments = {output<float>(n), input<float>(n, signed_noise(1)),
                        input<float>(n, signed_noise(2))},
          .check = each<float>(
              0, kTight,
              [](const Data& d, size_t i) { return d.get<float>(1)[i] + d.get<float>(2)[i]; }),
          .flops = 1.0 * n,
          .bytes = 12.0 * n};
}

/// a + factor * b of `width` scalars T for each work-item.
template <typename T>
Bench triad(const Scale& scale, const char* name, const char* kernel, size_t width,
            std::vector<size_t> local) {
  const size_t n = scale((32 << 20) / sizeof(T), 4096);
  return {.name = name,
          .kernel = kernel,
          .needs = sizeof(T) == 8 ? "cl_khr_fp64" : "",
          .global = {n / width},
          .local = std::move(local),
          .arguments = {output<T>(n), input<T>(n, signed_noise(1)), input<T>(n, signed_noise(2)),
                        value<T>(kFactor)},
          .check = each<T>(
              0, kTight,
              [](const Data& d, size_t i) { return d.get<T>(1)[i] + kFactor * d.get<T>(2)[i]; }),
          .flops = 2.0 * n,
          .bytes = 3.0 * sizeof(T) * n,
          .precision = sizeof(T) == 8 ? Precision::kDouble : Precision::kSingle};
}

Bench brighten_uchar(const Scale& scale) {
  const size_t n = scale(32 << 20, 5000);
  return {
      .name = "brighten_uchar",
      .kernel = "brighten_uchar",
      .global = {n},
      .arguments = {output<uint8_t>(n), input<uint8_t>(n, integers(1)), value<uint8_t>(70)},
      .check = each<uint8_t>(
          0, {}, [](const Data& d, size_t i) { return std::min(255, d.get<uint8_t>(1)[i] + 70); }),
      .bytes = 2.0 * n};
}

Bench blend_uchar4(const Scale& scale) {
  const size_t n = scale(32 << 20, 4096);
  return {.name = "blend_uchar4",
          .kernel = "blend_uchar4",
          .global = {n / 4},
          .arguments = {output<uint8_t>(n), input<uint8_t>(n, integers(1)),
                        input<uint8_t>(n, integers(2)), value<uint8_t>(100)},
          .check = each<uint8_t>(0, {},
                                 [](const Data& d, size_t i) {
                                   const int a = d.get<uint8_t>(1)[i], b = d.get<uint8_t>(2)[i];
                                   return (a * 100 + b * 155) >> 8;
                                 }),
          .bytes = 3.0 * n};
}

Bench add_short_sat(const Scale& scale) {
  const size_t n = scale(16 << 20, 5000);
  return {.name = "add_short_sat",
          .kernel = "add_short_sat",
          .global = {n},
          .arguments = {output<int16_t>(n), input<int16_t>(n, integers(1)),
                        input<int16_t>(n, integers(2))},
          .check = each<int16_t>(0, {},
                                 [](const Data& d, size_t i) {
                                   const int sum = d.get<int16_t>(1)[i] + d.get<int16_t>(2)[i];
                                   return std::clamp(sum, -32768, 32767);
                                 }),
          .bytes = 6.0 * n};
}

Bench uchar_to_float(const Scale& scale) {
  const size_t n = scale(12 << 20, 5000);
  return {.name = "uchar_to_float",
          .kernel = "uchar_to_float",
          .global = {n},
          .arguments = {output<float>(n), input<uint8_t>(n, integers(1)), value(0.125f)},
          .check = each<float>(0, {},
                               [](const Data& d, size_t i) { return d.get<uint8_t>(1)[i] / 8.0; }),
          .bytes = 5.0 * n};
}

Bench float_to_uchar(const Scale& scale) {
  const size_t n = scale(12 << 20, 5000);
  return {.name = "float_to_uchar",
          .kernel = "float_to_uchar",
          .global = {n},
          .arguments = {output<uint8_t>(n), input<float>(n, uniform(1, -0.2, 1.2))},
          .check = each<uint8_t>(0, {},
                                 [](const Data& d, size_t i) {
                                   const float scaled = d.get<float>(1)[i] * 255.0f;
                                   return std::clamp(std::nearbyint(scaled), 0.0f, 255.0f);
                                 }),
          .bytes = 5.0 * n};
}

Bench scale_half(const Scale& scale) {
  const size_t n = scale(16 << 20, 5000);
  return {.name = "scale_half",
          .kernel = "scale_half",
          .global = {n},
          .arguments = {output<_Float16>(n), input<_Float16>(n, signed_noise(1)), value(kFactor)},
          .check = each<_Float16>(0, {},
                                  [](const Data& d, size_t i) {
                                    return static_cast<_Float16>(
                                        static_cast<float>(d.get<_Float16>(1)[i]) * kFactor);
                                  }),
          .flops = 1.0 * n,
          .bytes = 4.0 * n};
}

Bench advance_structures(const Scale& scale) {
  constexpr size_t kFields = 8;
  const size_t n = scale(1 << 20, 1000);
  return {.name = "advance_structures",
          .kernel = "advance_structures",
          .global = {n},
          .arguments = {output<float>(n * kFields), input<float>(n * kFields, signed_noise(1)),
                        value(kFactor)},
          .check = each<float>(0, kTight,
                               [](const Data& d, size_t i) {
                                 const float* in = d.get<float>(1);
                                 return i % kFields < 3 ? in[i] + kFactor * in[i + 3] : in[i];
                               }),
          .flops = 6.0 * n,
          .bytes = 64.0 * n};
}

Bench advance_arrays(const Scale& scale) {
  const size_t n = scale(1 << 20, 1000);
  Bench bench{.name = "advance_arrays",
              .kernel = "advance_arrays",
              .global = {n},
              .arguments = {},
              .check = each<float>(1, kTight,
                                   [](const Data& d, size_t i) {
                                     return d.get<float>(4)[i] + kFactor * d.get<float>(7)[i];
                                   }),
              .flops = 6.0 * n,
              .bytes = 36.0 * n};
  for (int k = 0; k < 3; ++k) bench.arguments.push_back(output<float>(n));
  for (uint64_t k = 0; k < 6; ++k) bench.arguments.push_back(input<float>(n, signed_noise(k)));
  bench.arguments.push_back(value(kFactor));
  return bench;
}

Bench normalize_packed3(const Scale& scale) {
  const size_t n = scale(3 << 20, 1000);
  return {.name = "normalize_packed3",
          .kernel = "normalize_packed3",
          .global = {n},
          .arguments = {output<float>(3 * n), input<float>(3 * n, uniform(1, 0.1, 1))},
          .check = each<float>(0, {.relative = 1e-5},
                               [](const Data& d, size_t i) {
                                 const float* v = d.get<float>(1) + i / 3 * 3;
                                 return v[i % 3] / std::hypot(double{v[0]}, v[1], v[2]);
                               }),
          .flops = 9.0 * n,
          .bytes = 24.0 * n};
}

Bench deinterleave(const Scale& scale) {
  const size_t n = scale(4 << 20, 1000);
  return {.name = "deinterleave",
          .kernel = "deinterleave",
          .global = {n},
          .arguments = {output<float>(n), output<float>(n), input<float>(2 * n, signed_noise(1))},
          .check = each<float>(1, {},
                               [](const Data& d, size_t i) { return d.get<float>(2)[2 * i + 1]; }),
          .bytes = 16.0 * n};
}

Bench clamp_or_zero(const Scale& scale) {
  const size_t n = scale(8 << 20, 5000);
  return {
      .name = "clamp_or_zero",
      .kernel = "clamp_or_zero",
      .global = {n},
      .arguments = {output<float>(n), input<float>(n, signed_noise(1)), value(-0.5f), value(0.5f)},
      .check = each<float>(0, {},
                           [](const Data& d, size_t i) {
                             const float v = d.get<float>(1)[i];
                             return v < -0.5f ? 0 : std::min(v, 0.5f);
                           }),
      .bytes = 8.0 * n};
}

Bench grid_stride(const Scale& scale) {
  const size_t n = scale(4 << 20, 5000);
  return {.name = "grid_stride",
          .kernel = "grid_stride",
          .global = {4096},
          .local = {256},
          .arguments = {output<float>(n), input<float>(n, signed_noise(1)),
                        value(static_cast<cl_uint>(n))},
          .check = each<float>(0, kTight,
                               [](const Data& d, size_t i) {
                                 const double v = d.get<float>(1)[i];
                                 return v * v + 1;
                               }),
          .flops = 2.0 * n,
          .bytes = 8.0 * n};
}

Bench add_uint16(const Scale& scale) {
  const size_t n = scale(8 << 20, 4096);
  return {.name = "add_uint16",
          .kernel = "add_uint16",
          .global = {n / 16},
          .arguments = {output<uint32_t>(n), input<uint32_t>(n, integers(1)),
                        input<uint32_t>(n, integers(2))},
          .check = each<uint32_t>(0, {},
                                  [](const Data& d, size_t i) {
                                    return d.get<uint32_t>(1)[i] + d.get<uint32_t>(2)[i];
                                  }),
          .bytes = 12.0 * n};
}

Bench add_2d(const Scale& scale) {
  const size_t width = scale(4096, 48), height = scale(2048, 33);
  Bench bench = add_float(scale);
  const size_t n = width * height;
  bench.name = bench.kernel = "add_2d";
  bench.global = {width, height};
  bench.arguments = {output<float>(n), input<float>(n, signed_noise(1)),
                     input<float>(n, signed_noise(2))};
  bench.flops = 1.0 * n, bench.bytes = 12.0 * n;
  return bench;
}

}  // namespace

Family streaming(const Scale& scale) {
  return {"streaming",
          {copy_float(scale),
           add_float(scale),
           triad<float>(scale, "triad_float", "triad_float", 1, {}),
           triad<float>(scale, "triad_float_local8", "triad_float", 1, {8}),
           triad<float>(scale, "triad_float_local256", "triad_float", 1, {256}),
           triad<double>(scale, "triad_double", "triad_double", 1, {}),
           triad<float>(scale, "triad_float4", "triad_float4", 4, {}),
           brighten_uchar(scale),
           blend_uchar4(scale),
           add_short_sat(scale),
           uchar_to_float(scale),
           float_to_uchar(scale),
           scale_half(scale),
           advance_structures(scale),
           advance_arrays(scale),
           normalize_packed3(scale),
           deinterleave(scale),
           clamp_or_zero(scale),
           grid_stride(scale),
           add_uint16(scale),
           add_2d(scale)}};
}

}  // namespace heddle::bench
