// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr float kFactor = 0.75f;
constexpr Tolerance kTight{.relative = 1e-6, .absolute = 1e-7};

/// Where element i of an array of `n` elements `stride` apart lies.
struct Layout {
  Layout(size_t n, cl_int stride)
      : stride(stride), offset(stride < 0 ? static_cast<cl_int>(n - 1) * -stride : 0) {}
  size_t at(size_t i) const {
    return static_cast<size_t>(offset + static_cast<cl_int>(i) * stride);
  }
  static size_t elements(size_t n, cl_int stride) {
    return (n - 1) * static_cast<size_t>(std::abs(stride)) + 1;
  }
  cl_int stride, offset;
};

Bench axpby(const Scale& scale, const char* name, cl_int zs, cl_int xs, cl_int ys) {
  const size_t n = scale(4 << 20, 5000);
  const Layout z(n, zs), x(n, xs), y(n, ys);
  return {.name = name,
          .kernel = "axpby",
          .global = {n},
          .arguments = {output<float>(Layout::elements(n, zs)), value(z.offset), value(zs),
                        input<float>(Layout::elements(n, xs), signed_noise(1)), value(x.offset),
                        value(xs), input<float>(Layout::elements(n, ys), signed_noise(2)),
                        value(y.offset), value(ys), value(kFactor)},
          .check = each<float>(
              0, kTight,
              [=](const Data& d, size_t at) {
                const auto i = static_cast<size_t>((static_cast<cl_int>(at) - z.offset) / z.stride);
                return kFactor * d.get<float>(3)[x.at(i)] + d.get<float>(6)[y.at(i)];
              }),
          .flops = 2.0 * n,
          .bytes = 12.0 * n};
}

Bench axpy_loop(const Scale& scale) {
  const size_t n = scale(4 << 20, 5000);
  return {.name = "axpy_loop",
          .kernel = "axpy_loop",
          .global = {4096},
          .local = {256},
          .arguments = {value(static_cast<cl_int>(n)), value(kFactor),
                        input<float>(n, signed_noise(1)), value(cl_int{0}), value(cl_int{1}),
                        output<float>(n), value(cl_int{0}), value(cl_int{1})},
          .check = each<float>(
              5, kTight, [](const Data& d, size_t i) { return kFactor * d.get<float>(2)[i]; }),
          .flops = 1.0 * n,
          .bytes = 8.0 * n};
}

Bench copy_2d(const Scale& scale) {
  const size_t width = scale(2048, 48), height = scale(2048, 33), n = width * height;
  const auto pitch = static_cast<cl_long>(width);
  return {.name = "copy_2d",
          .kernel = "copy_2d",
          .global = {width, height},
          .arguments = {output<float>(n), value(pitch), value(cl_long{1}),
                        input<float>(n, signed_noise(1)), value(pitch), value(cl_long{1})},
          .check = each<float>(0, {}, [](const Data& d, size_t i) { return d.get<float>(3)[i]; }),
          .bytes = 8.0 * n};
}

Bench square_nd(const Scale& scale) {
  const size_t width = scale(2048, 48), height = scale(2048, 33), n = width * height;
  return {
      .name = "square_nd",
      .kernel = "square_nd",
      .global = {n},
      .arguments = {output<float>(n), input<float>(n, signed_noise(1)),
                    input<cl_long>(5, [width](size_t i) { return i == 2 || i == 4 ? 1 : width; })},
      .check = each<float>(0, kTight,
                           [](const Data& d, size_t i) {
                             const float v = d.get<float>(1)[i];
                             return v * v;
                           }),
      .flops = 1.0 * n,
      .bytes = 8.0 * n};
}

Bench sum_first_axis(const Scale& scale) {
  const size_t width = scale(4096, 100), height = scale(1024, 33);
  return {.name = "sum_first_axis",
          .kernel = "sum_first_axis",
          .global = {width},
          .arguments = {output<float>(width), input<float>(width * height, uniform(1, 0.1, 1)),
                        value(static_cast<cl_int>(height)), value(static_cast<cl_int>(width)),
                        value(cl_int{1})},
          .check = each<float>(0, {.relative = 1e-4},
                               [=](const Data& d, size_t j) {
                                 double sum = 0;
                                 for (size_t i = 0; i < height; ++i)
                                   sum += d.get<float>(1)[i * width + j];
                                 return sum;
                               }),
          .flops = 1.0 * width * height,
          .bytes = 4.0 * width * height};
}

Bench scale_task(const Scale& scale) {
  const size_t n = scale(1 << 20, 1000);
  return {.name = "scale_task",
          .kernel = "scale_task",
          .global = {1},
          .local = {1},
          .arguments = {in_out<float>(n, signed_noise(1)), value(static_cast<cl_int>(n)),
                        value(cl_int{1}), value(kFactor)},
          .check = each<float>(0, kTight,
                               [](const Data&, size_t i) {
                                 return kFactor * static_cast<float>(signed_noise(1)(i));
                               }),
          .flops = 1.0 * n,
          .bytes = 8.0 * n};
}

}  // namespace

Family strided(const Scale& scale) {
  return {"strided",
          {axpby(scale, "axpby", 1, 1, 1), axpby(scale, "axpby_reversed", 1, -1, 1),
           axpby(scale, "axpby_repeated", 1, 0, 1), axpby(scale, "axpby_second", 1, 2, 1),
           axpy_loop(scale), copy_2d(scale), square_nd(scale), sum_first_axis(scale),
           scale_task(scale)}};
}

}  // namespace heddle::bench
